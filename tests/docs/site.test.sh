#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The site, built without warnings, and its content (site.py): 80 s. It is skipped where `make docs` has not installed
# Sphinx. TAP.
build=${BUILD:-build}
[ -e "$build/docs-venv/installed" ] || { echo "1..0 # SKIP no $build/docs-venv: make docs"; exit 0; }
rm -f "$build/docs.tap"
make --no-print-directory docs BUILD="$build" ${CC:+CC="$CC"} ${ISAS:+ISAS="$ISAS"} >"$build/docs.log" 2>&1 ||
    sed 's/^/# /' "$build/docs.log"
[ -s "$build/docs.tap" ] || { echo 1..1; echo "not ok 1 - make docs"; exit 1; }
cat "$build/docs.tap"
! grep -q '^not ok' "$build/docs.tap"
