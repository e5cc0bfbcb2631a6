#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Two builds of the command agree on the digests of all samplers' bits. REROLL, OTHER: the commands; QEMU: what runs OTHER.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
digests() { "$@" verify --quick | sed -n 's/^digest *\([^ ]*\) *ok */\1 /p; s/^digest .*FAILED/& /p'; }
digests "$REROLL" >"$work/mine"
digests $QEMU "$OTHER" >"$work/theirs"
echo "$REROLL $(tail -n 1 "$work/mine"), $OTHER $(tail -n 1 "$work/theirs")"
[ -s "$work/mine" ] && diff "$work/mine" "$work/theirs"
