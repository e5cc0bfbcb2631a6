#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Unpacks Python for arm64 from Debian's packages into FOLDER (nothing is installed): headers for `make wheel-arm64`, and
# everything to run it under qemu-user.
#   python/arm64.sh FOLDER
set -eu
root=$1
[ -f "$root/complete" ] && exit 0
rm -rf "$root"
mkdir -p "$root/apt/lists/partial" "$root/apt/cache/archives/partial" "$root/debs"
root=$(cd "$root" && pwd)
# A separate state of apt: the machine's does not know other architectures.
options="-q -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State=$root/apt
    -o Dir::State::lists=$root/apt/lists -o Dir::Cache=$root/apt/cache -o Dir::State::status=$root/apt/status
    -o APT::Sandbox::User=root"
: >"$root/apt/status"
# shellcheck disable=SC2086
apt-get $options update >/dev/null
# shellcheck disable=SC2086
(cd "$root/debs" && apt-get $options download libc6 libgcc-s1 libstdc++6 zlib1g libexpat1 libffi8 libssl3 libbz2-1.0 \
    liblzma5 python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libpython3.11-dev >/dev/null)
for deb in "$root"/debs/*.deb; do dpkg -x "$deb" "$root"; done
rm -r "$root/debs" "$root/apt"
touch "$root/complete"
