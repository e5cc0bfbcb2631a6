#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Two builds of the command agree on the digest of all samplers' bits. REROLL, OTHER: the commands; QEMU: what runs OTHER.
set -eu
digest() { "$@" verify --quick | awk '$1 == "digest" { print $NF }'; }
mine=$(digest "$REROLL")
theirs=$(digest $QEMU "$OTHER")
echo "$REROLL $mine, $OTHER $theirs"
[ -n "$mine" ] && [ "$mine" = "$theirs" ]
