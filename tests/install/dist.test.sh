#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# make dist: the same commit gives the same bytes; the archive builds without git, and within a repository that is not its
# own; its commit and its date are those of the commit. With REROLL_DEEP the whole archive is built and verified: by default
# the files that the build needs are, and a small part. TAP.
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MAKELEVEL MAKECMDGOALS BUILD
. tests/install/check.sh
if ! git ls-files --error-unmatch Makefile >/dev/null 2>&1; then
    echo "1..0 # SKIP not in a clone of the repository"
    exit 0
fi
version=$(awk '/define RR_VERSION_(MAJOR|MINOR|PATCH)/ {v = v (v ? "." : "") $3} END {print v}' include/reroll_core.h)
name=reroll-$version
commit=$(git rev-parse --short=12 HEAD)

# ---- The archive: twice, of which the second is another user's, on another day ----

made_elsewhere() (
    umask 077
    git clone -q . "$work/clone" && cd "$work/clone" && find . -name '*.h' -exec touch -d 2020-02-02 {} + &&
        git config tar.umask 0077 && TZ=Asia/Tokyo make -s dist BUILD="$work/second" XZ='xz -1'
)
check "make dist" make -s dist BUILD="$work/first" XZ='xz -1'
check "make dist in another clone" made_elsewhere
check "both archives have the same bytes" cmp "$work/first/dist/$name.tar.xz" "$work/second/dist/$name.tar.xz"
rm -rf "$work/clone"
export TZ=UTC
tar -tvf "$work/first/dist/$name.tar.xz" --full-time >"$work/list"
time=$(git log -1 --date=format-local:'%Y-%m-%d %H:%M:%S' --format=%cd)
check "all $(wc -l <"$work/list") files are root's, and of the commit's time" test \
    "$(awk '{print $2, $4, $5}' "$work/list" | sort -u)" = "root/root $time"
# all_files: the files of the commit, one more, and none of debian/.
all_files() {
    { git ls-tree -r --name-only HEAD | grep -v ^debian/; echo mk/package/archive.mk; } | sort >"$work/want"
    sed -n "s|^[^d].* $name/||p" "$work/list" | sort | diff "$work/want" -
}
check "they are the files of the commit without debian/, and archive.mk" all_files

# ---- A build from it, without git, in a folder of another repository ----

git init -q "$work/other"
(cd "$work/other" && echo >file && git add file && git -c user.name=n -c user.email=e commit -qm other)
tree=$work/other/tree
mkdir "$tree" && tar -x -C "$tree" --strip 1 -f "$work/first/dist/$name.tar.xz"
mkdir "$work/bin"
ln -s $(IFS=:; for folder in $PATH; do ls -d "$folder"/*; done 2>/dev/null | awk -F/ '!seen[$NF]++') "$work/bin/"
rm -f "$work/bin/git"
# builds [git] TARGET...: make in the archive's tree.
builds() {
    path=$work/bin
    [ "$1" != git ] || { path=$PATH; shift; }
    PATH=$path make -s -C "$tree" "$@"
}
# Names every file that a build reads, and its commands.
planned() {
    builds -n all install test-build >"$work/plan" && [ "$(wc -l <"$work/plan")" -gt 1000 ]
}
check "without git: make finds all files that it needs" planned
dated() {
    rm -rf "$tree/build"
    builds "$@" -n V=1 build/man/reroll.1 | grep -F "page reroll \"$(git log -1 --format=%cs)\"" &&
        [ "$(cat "$tree/build/gen/commit")" = "$commit" ]
}
check "without git: the commit, and the day of the manual pages" dated
check "the same in another repository, with git" dated git
check "without git: generated files" builds build/gen/reroll_fill.h build/gen/device_text.c
provenance() {
    builds build/obj/cli/base/provenance.o && grep -qF "$commit" "$tree/build/obj/cli/base/provenance.o"
}
check "without git: the build's provenance has the commit" provenance
# Without the record of the archive, in a repository around it: no commit, and the changelog's day.
foreign() {
    day=$(sed -n "s/^## $version (\(.*\))/\1/p" CHANGELOG.md)
    mv "$tree/mk/package/archive.mk" "$work/" && rm -rf "$tree/build" &&
        builds git -n V=1 build/man/reroll.1 | grep "page reroll \"$day\"" &&
        [ -z "$(cat "$tree/build/gen/commit")" ]
    status=$?
    mv "$work/archive.mk" "$tree/mk/package/"
    return $status
}
check "other sources in another repository: not its commit, and the changelog's day" foreign
refused() {
    ! builds "$@" dist >"$work/said" 2>&1 && cat "$work/said" && grep -q '^make dist needs git and a clone' "$work/said"
}
check "make dist without git says what it needs" refused
check "and in another repository" refused git

# ---- The whole ----

verified() {
    builds && "$tree/build/reroll" verify --quick && "$tree/build/reroll" --version | grep -F "$version"
}
if [ -n "$REROLL_DEEP" ]; then
    check "without git: make, and the command verifies its samples" verified
else
    check "without git: the whole build # SKIP make test-deep" true
fi
echo "1..$number"
exit $failed
