#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Installs the Debian packages named that are missing; with --list only prints them, since it may not install.
set -eu
list=
[ "${1:-}" = --list ] && { list=1; shift; }
missing=
for p in "$@"; do
    dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
done
[ -n "$missing" ] || exit 0
if [ -n "$list" ]; then
    echo "tests: not installed, and what needs them is skipped:$missing" >&2
    exit 0
fi
echo "make: apt-get installs$missing" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get install -y -q --no-install-recommends $missing >/dev/null 2>&1 || {
    apt-get update -q >/dev/null
    apt-get install -y -q --no-install-recommends $missing >/dev/null
}
