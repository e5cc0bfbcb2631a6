#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The contract of versions for files: a job file that an older version wrote remakes its bytes, or, if the bits of its
# sampler have another version by now, is refused in one message that names both. Those of a future version are refused in
# one message, too. jobs/ has job files as version 0.1.0 wrote them, and sums.txt the digests of its files; they stay as
# they are. TAP.
cd "$(dirname "$0")/../.." || exit 2
reroll=$(realpath "${REROLL:-build/reroll}")
jobs=$PWD/tests/install/jobs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/install/check.sh
cd "$work" || exit 2

# entry JOB NAME: the value of an entry of a job file.
entry() {
    sed -n "s/^  \"$2\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$1"
}
# refused WORDS ARGUMENT...: exit status 2, one message with these words, and no file.
refused() {
    words=$1
    shift
    mkdir -p none
    (cd none && "$reroll" "$@" >../out 2>../said)
    status=$?
    cat said
    [ $status = 2 ] && [ ! -s out ] && [ "$(wc -l <said)" = 1 ] && grep -qF -- "$words" said && [ -z "$(ls -A none)" ]
}
# remade FILE SUM: the file, or the refusal.
remade() {
    job=$jobs/$1.job.json
    sampler=$(entry "$job" sampler) bits=$(entry "$job" bits_version) output=$1
    case $1 in
    *.shard-1-of-3) output=shard.raw; set -- "$1" "$2" --shard 1/3 ;;
    *) set -- "$1" "$2" --no-job ;;
    esac
    command=sample
    [ -n "$sampler" ] || command=transform
    now=$bits
    case $sampler in
    '' | density | semicircle) ;;
    *) now=$(sed -n "s/^$sampler //p" versions) ;;
    esac
    if [ "$now" != "$bits" ]; then
        refused "was made with version $bits of the bits of $sampler, this is version $now" \
            sample --job "$job" -o "$output"
        return
    fi
    file=$1 sum=$2
    shift 2
    "$reroll" $command --job "$job" "$@" -o "$output"
    case $? in 0 | 4) [ "$(sha256sum <"$file")" = "$sum  -" ] ;; *) return 1 ;; esac   # 4: samples of fixed:M failed
}
"$reroll" samplers --json | "${PYTHON:-python3}" -c '
import json, sys
for s in json.load(sys.stdin): print(s["name"], s["bits_version"])' >versions
while read -r sum file; do
    made=$(entry "$jobs/$file.job.json" program)
    what="$file of $made: remade, or refused by its bits version"
    if [ "$file" = density.raw ] && ! ldconfig -p 2>/dev/null | grep -q libmuparser; then what="$what # SKIP no muparser"; fi
    case $what in *SKIP*) check "$what" true ;; *) check "$what" remade "$file" "$sum" ;; esac
done <"$jobs/sums.txt"
check "jobs/ has a sum per job" test "$(wc -l <"$jobs/sums.txt")" = "$(find "$jobs" -name '*.job.json' | wc -l)"

# future NAME SED: a job file that a later version may write.
future() {
    sed "s/reroll 0\.1\.0/reroll 99.0.0/; $2" "$jobs/$1.job.json" >future.json && ! cmp -s future.json "$jobs/$1.job.json"
}
turned_away() {
    future "$2" "$3" && refused "$1" "${4:-sample}" --job ../future.json -o x.npy
}
check "a future kind of job file" turned_away 'future.json: "job_version" must be 1 or 2' gamma.npy \
    's/"job_version": 2/"job_version": 3/'
check "a future bits version" turned_away 'was made with version 99 of the bits of gamma, this is version' gamma.npy \
    's/"bits_version": 3/"bits_version": 99/'
check "a future sampler" turned_away '"sampler" must be' gamma.npy 's/"sampler": "gamma"/"sampler": "gamma:future"/'
check "a future entry" turned_away 'an entry "future", which this program' gamma.npy 's/"seed": 9,/&\n  "future": true,/'
check "a future dtype" turned_away '"dtype" must be' gamma.npy 's/"dtype": "f32"/"dtype": "f128"/'
check "a future transform" turned_away '"transform_version" is missing or wrong' transform.npy \
    's/"transform_version": 1/"transform_version": 2/' transform
unchanged() {
    future gamma.npy '' && "$reroll" sample --job future.json -o future.npy --no-job &&
        [ "$(sha256sum <future.npy)" = "$(sed -n 's/  gamma.npy/  -/p' "$jobs/sums.txt")" ]
}
check "the same job of a future version, which is remade" unchanged
echo "1..$number"
exit $failed
