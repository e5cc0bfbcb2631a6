#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# chroot.sh FOLDER [MIRROR]: builds the Debian source package in FOLDER in a new Debian, which has debhelper, lintian, and
# what every Debian package may expect (build-essential). Then it installs the packages, and runs the command and the
# program of README.md. Needs root, debootstrap and a network. Prints the minutes since its start after each step.
set -eu
folder=$(cd "$1" && pwd)
mirror=${2:-}
suite=bookworm
root=$folder/chroot
start=$(date +%s)
step() {
    echo "== $1: $((($(date +%s) - start + 30) / 60)) min"
}
inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        sh -euc "$1"
}
rm -rf "$root"
# shellcheck disable=SC2086
debootstrap --variant=buildd $suite "$root" $mirror >"$folder/debootstrap.log"
inside 'apt-get install -y -q --no-install-recommends debhelper lintian' >"$folder/apt.log"
step 'a new Debian'

mkdir "$root/build"
cp "$folder"/*.dsc "$folder"/*.tar.* "$root/build/"
inside 'cd /build && dpkg-source -x *.dsc tree && cd tree && dpkg-buildpackage -us -uc' >"$folder/chroot.log" 2>&1 ||
    { tail -n 40 "$folder/chroot.log"; exit 1; }
step 'packages'
inside 'cd /build && lintian --allow-root --fail-on error,warning *.changes'
step 'lintian'

awk '/^```c$/ {inside = 1; next} /^```$/ {inside = 0} inside' README.md >"$root/build/draw.c"
inside 'cd /build && apt-get install -y -q ./*.deb pkgconf' >>"$folder/apt.log"
inside 'cd /build
    reroll --version
    reroll sample gamma --shape 2 -n 3 --seed 7
    cc draw.c -o draw $(pkg-config --cflags --libs reroll)
    ./draw
    cc draw.c -o draw -lreroll
    ./draw
    cc draw.c -o draw -l:libreroll.a -lpthread -lm -ldl
    ./draw'
cp "$root"/build/*.deb "$folder/"
step 'installed'
ls -l "$folder"/*.deb
