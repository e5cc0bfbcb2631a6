#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# bench/gpu-check without a GPU: programs of a few lines replace those that need one. A stopped run resumes where it was,
# errors show in the exit status, and a kit that is too large is refused. With nvcc: kernels are made once, from a PTX that
# is the same for every architecture, and the program of square roots compiles without a warning. TAP.
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "${BUILD:-build}"
build=$(cd "${BUILD:-build}" && pwd)
work=$build/devices/gpu-check
rm -rf "$work"
mkdir -p "$work/examples/device" "$work/gpu-check" "$work/tests/model" "$work/studies/warp-iterations" "$work/bin"
number=0

ok() { # STATUS WHAT
    number=$((number + 1))
    if [ "$1" = 0 ]; then echo "ok $number - $2"; else echo "not ok $number - $2"; fi
}

program() { # PATH; its text from stdin
    { echo '#!/bin/sh'; cat; } >"$work/$1"
    chmod +x "$work/$1"
}

# ---- The programs. Each notes how it was called; TOO_LONG names one that does not end. ----

program reroll <<'END'
echo '[{"name": "cuda:0", "available": true, "why": "", "lanes": 32, "model": "Fake"}]'
END
program gpu-check/bits <<'END'
echo "bits $* bundle=${REROLL_CUDA_BUNDLE-unset}" >>"$CALLS"
for argument in "$@"; do [ "$argument" = "--share=$TOO_LONG" ] && exec sleep 60; done
echo "ok 1 - one kernel"
case $FAILING$* in crash*=2/31*) kill -SEGV $$ ;; esac
[ "$FAILING" != bits ] || { echo "not ok 2 - another"; exit 1; }
END
program gpu-check/roots <<'END'
echo "roots" >>"$CALLS"
thirds() { echo '"thirds": {"floats": 7, "wrong": '"$1"', "lowest": "0x1c800001"}}'; }
[ "$FAILING" != roots ] || { echo '{"floats": 10, "wrong": 2, "lowest": "0x0d000001",' "$(thirds 0)"; exit 1; }
[ "$FAILING" != thirds ] || { echo '{"floats": 10, "wrong": 0,' "$(thirds 3)"; exit 1; }
echo '{"floats": 10, "wrong": 0,' "$(thirds 0)"
END
program gpu-check/speed <<'END'
echo "speed $*" >>"$CALLS"
case $* in *--headline*) n=', "n": 1048576' ;; *) n=', "n": 268435456' ;; esac
case $* in *--after*) ;; *)
    echo '{"what": "memset", "bytes": 8, "gbs": 100, "seconds": 1, "quartiles": [1, 1]}'
    echo '{"what": "draw", "sampler": "bits", "dtype": "u32", "strategy": "compact", "params": {}, "gs": 5, "gbs": 20}' ;;
esac
if [ "$TOO_LONG" = speed ]; then
    printf '{"what": "draw", "sampler"'
    sleep 60 &
    echo $! >"$CALLS.child"
    wait
fi
draw() { # SAMPLER WHAT
    echo '{"what": "draw", "sampler": "'"$1"'", "dtype": "f32", "strategy": "compact"'"$n"', "params": '"$2"'}'
}
[ "$FAILING" != kernel ] || draw gamma '{"shape": 2}, "missing": "it fell"'
draw normal '{"low": -1, "high": "inf"}, "gs": 4, "gbs": 16'
draw gamma '{"shape": [1, 11]}, "gs": 6, "gbs": 24'
[ "$FAILING" != speed ] || draw truncated-normal '{"high": inf}, "gs": 4'
END
program tests/model/counts <<'END'
echo "counts $REROLL_DEVICE" >>"$CALLS"
echo '# loop  n 10 chi2 3 z 0.1 p 0.5 sees 1'
END
program studies/warp-iterations/warp-iterations <<'END'
echo "study $*" >>"$CALLS"
printf 'source,warp,rho,loops,mean,model_mean,mean_z\nreroll,32,0.5,10,2,2,0.5\n' >"$1/grid.csv"
END
program bin/compute-sanitizer <<'END'
echo "sanitizer $*" >>"$CALLS"
echo "========= COMPUTE-SANITIZER"
[ "$FAILING" = refused ] && { echo "========= Error: Device not supported."; exit 1; }
echo "========= ERROR SUMMARY: 0 errors"
END
program bin/nvidia-smi <<'END'
case $* in
*-lms*) exec 2>/dev/null; while :; do echo "1980, 2619, 400.5, [N/A]"; sleep 0.1; done ;;
*) echo "Fake, 999.1, 1 MHz, 2 MHz, 3 MHz, 4 MHz, 5 W, 6, Enabled, Disabled" ;;
esac
END
program bin/ncu <<'END'
echo "ncu $*" >>"$CALLS"
[ "$FAILING" != ncu ] || { echo "==ERROR== ERR_NVGPUCTRPERM"; exit 1; }
printf 'once uniform\nonce gamma(2)\n"ID","Kernel Name","gpu__time_duration.sum","launch__registers_per_thread"\n'
printf '"","","nsecond","register/thread"\n"0","k","100","32"\n"1","k","300","40"\n'
END
printf '# how, name, arguments\ncc good DEVICE FOLDER\nnvcc bad\nnvrtc gone HEADER\ncc none DEVICE\n' \
    >"$work/examples/device/programs.txt"
program examples/device/good <<'END'
echo "example good $*" >>"$CALLS"
echo "the sums are the same: yes"
END
program examples/device/bad <<'END'
echo "example bad $CUDA_VISIBLE_DEVICES" >>"$CALLS"
[ "$FAILING" = example ] && echo "the sums are the same: no" || echo "yes"
END
program examples/device/none <<'END'
exit 3
END
cat >"$work/peers.py" <<'END'
import os, sys, time
open(os.environ["CALLS"], "a").write(f"peer {sys.argv[1]}\n")
if sys.argv[1] == "2":
    sys.exit(3)
if os.environ.get("TOO_LONG") == "peer" + sys.argv[1]:
    time.sleep(60)
law = ("normal", "gamma(1..11)")[int(sys.argv[1])]
print('{"peer": "P%s", "law": "%s", "dtype": "f32", "n": 268435456, "gs": 1}' % (sys.argv[1], law))
END
export CALLS="$work/calls"

begin() { # ARGUMENTS: runs the check; its output goes to $work/said, its calls to $work/calls
    : >"$CALLS"
    PATH="$work/bin:$PATH" exec "${PYTHON:-python3}" bench/gpu-check/gpu_check.py --programs "$work" --sources "$work" \
        --commit C "$@" >"$work/said" 2>&1
}

check() { (begin "$@"); }

calls() { grep -c "^$1" "$CALLS"; }

# ---- From the beginning to the end ----

mkdir -p "$work/out"
OUT=$work/out check
ok $? "all parts"
awk '{split($0, word, " "); if (word[1] != last) printf "%s ", last = word[1]}' "$CALLS" >"$work/order"
grep -q '^bits speed peer ncu roots bits speed counts sanitizer example study $' "$work/order"
ok $? "what tells most comes first"
[ "$(grep -c 'bits .*--compact' "$CALLS")" = 31 ] && [ "$(grep -c 'bits .*--big' "$CALLS")" = 31 ] &&
    [ "$(grep -c 'bits .*--large=67108864' "$CALLS")" = 62 ] && [ "$(grep -c 'share=0/31 bundle=$' "$CALLS")" = 1 ]
ok $? "every share of compact and of bits once, one of them once more without the bundle"
grep -q 'example good cuda:0 ' "$CALLS" && grep -q 'example bad 0$' "$CALLS" &&
    grep -q '| examples | cuda:0 | 4 rows; 2 tests, 0 failed' "$work/gpu-check.md"
ok $? "examples that are there run on the device"
grep -q 'clocks.sm 1980 / 1980 / 1980; clocks.mem 2619' "$work/gpu-check.md" &&
    grep -q '| P0 | normal f32 | 268435456 | 1 | 4 | 4.00 |' "$work/gpu-check.md" &&
    grep -q '| P1 | gamma(1..11) f32 | 268435456 | 1 | 6 | 6.00 |' "$work/gpu-check.md"
ok $? "clocks, and a peer beside our row that does the same"
grep -q '^| gamma(2) | 300 |.* 40 |$' "$work/gpu-check.md" &&
    grep -q '| normal(low -1, high inf) f32, 2^20 | compact' "$work/gpu-check.md"
ok $? "the profile, and a headline of its size"
cmp "$work/gpu-check.json" "$work/out/gpu-check.json" && cmp "$work/gpu-check.md" "$work/out/gpu-check.md" &&
    tar tzf "$work/out/gpu-check-logs.tar.gz" | grep -q '^logs/roots.log$'
ok $? "all of it is in \$OUT too"
[ "$(calls sanitizer)" = 1 ] && grep -q 'ERROR SUMMARY: 0 errors' "$work/said" &&
    grep -q '0 of 10 roots, 0 of 7 quotients of 1/3 differ' "$work/said"
ok $? "what is found is told"
check && [ ! -s "$CALLS" ] && [ "$(grep -c known "$work/said")" = 9 ]
ok $? "nothing is run again"
grep -q '| bits | cuda:0 | 32 tests, 0 failed' "$work/gpu-check.md" &&
    grep -q '| normal(low -1, high inf) f32 | compact | 4 ' "$work/gpu-check.md"
ok $? "the table"

# ---- What is stopped ----

begin_again() { rm -f "$work"/gpu-check.json; }

begin_again
TOO_LONG=3/31 check --parts bits --seconds 8
[ $? = 3 ] && grep -q 'the same command continues' "$work/said"
ok $? "a share that does not end: status 3"
check --parts bits
[ $? = 0 ] && [ "$(calls bits)" -lt 32 ] && grep -q 'share=3/31' "$CALLS" &&
    grep -q 'bits on cuda:0: 32 tests, 0 failed' "$work/said"
ok $? "bits go on with what was not done"
TOO_LONG=speed check --parts speed --seconds 8
[ $? = 3 ] && grep -q '^speed on cuda:0: 2 rows; stopped' "$work/said"
ok $? "speed that does not end: the whole rows are kept"
sleep 0.1
! grep -q '^State:.[^Z]' "/proc/$(cat "$CALLS.child")/status" 2>/dev/null   # a zombie has ended
ok $? "what a stopped program has started is stopped too"
check --parts speed
[ $? = 0 ] && grep -q -e '--after=2,100,5' "$CALLS" && grep -q '^speed on cuda:0: 4 rows' "$work/said"
ok $? "speed goes on behind them"
begin_again
rm "$CALLS.child"
TOO_LONG=speed begin --parts speed &
for _ in $(seq 100); do [ -s "$CALLS.child" ] || sleep 0.1; done
kill -TERM $!
wait $!
[ $? = 3 ] && grep -q 'the same command continues' "$work/said" && check --parts speed && grep -q -e '--after=2' "$CALLS"
ok $? "ended by a signal: what is done is kept"
TOO_LONG=peer1 check --parts peers --seconds 8
[ $? = 3 ] && [ "$(calls peer)" = 2 ] && check --parts peers && [ "$(calls 'peer 0')" = 0 ] &&
    grep -q '^peers on cuda:0: 2 rows' "$work/said"
ok $? "peers go on"
begin_again
check --seconds 0
[ $? = 3 ] && [ ! -s "$CALLS" ] && [ "$(grep -c 'not begun: no time is left of 0 s' "$work/gpu-check.md")" = 9 ]
ok $? "no time, nothing run, each part says why"

# ---- What is wrong ----

fails() { # WHAT FAILS, PART, WHAT THE TABLE SAYS, TEST
    begin_again
    FAILING=$1 check --parts "$2"
    [ $? = 1 ] && grep -q "$3" "$work/gpu-check.md"
    ok $? "$4: status 1"
}

fails bits bits 'not ok 2 - another' "a kernel with other bits"
fails bits compact 'not ok 2 - another' "the same in the first part"
fails example examples 'bad ended with 0: the sums are the same: no' "an example that does not end with yes"
fails kernel headline 'draw gamma f32 compact: it fell' "a kernel of the headline that can't be drawn from"
fails kernel speed 'draw gamma f32 compact: it fell' "a kernel that can't be drawn from"
fails speed speed 'no JSON: .*truncated-normal' "a row that can't be read is not lost in silence"
begin_again
FAILING=crash TOO_LONG=3/31 check --parts bits --seconds 8
[ $? = 1 ] && grep -q 'share 2 ended with -11' "$work/gpu-check.md" && grep -q 'the same command continues' "$work/said" &&
    ! check --parts bits && grep -q 'share=3/31' "$CALLS" && ! grep -q 'share=2/31' "$CALLS"
ok $? "a share that crashes: status 1, and the others go on"
begin_again
FAILING=roots check --parts bits
[ $? = 1 ] && grep -q '2 of 10 roots' "$work/said"
ok $? "a root that differs: status 1"
fails thirds bits '3 thirds differ, from 0x1c800001 on' "a quotient that differs"
begin_again
FAILING=refused check --parts law
[ $? = 0 ] && grep -q 'without a summary: .*Device not supported' "$work/said"
ok $? "a sanitizer that refuses the machine is a row that says why"

begin_again
FAILING=ncu check --parts ncu
[ $? = 0 ] && grep -q 'not run: it ended with 1: ==ERROR== ERR_NVGPUCTRPERM' "$work/gpu-check.md"
ok $? "a profiler that may not count is a row that says why"
begin_again
echo 13.0 >"$work/CUDA"
echo 'int cuDriverGetVersion(int *v) { *v = 12040; return 0; }' |
    ${CC:-cc} -shared -fPIC -x c -o "$work/bin/libcuda.so.1" - &&
    LD_LIBRARY_PATH=$work/bin check --parts ncu &&
    grep -q 'driver knows CUDA 12.4, the kit is of CUDA 13.0, which wants driver 580 or newer' "$work/gpu-check.md" &&
    begin_again && echo 12.4 >"$work/CUDA" && LD_LIBRARY_PATH=$work/bin check --parts ncu &&
    ! grep -q wants "$work/gpu-check.md"
ok $? "a driver that is too old for the kit is told which one it wants"

# ---- The kit ----

cat >"$work/bin/git" <<'END'
#!/bin/sh
echo C
END
mkdir -p "$work/gpu-check/kit" && echo '#!/bin/sh' >"$work/gpu-check/kit/reroll"
echo >"$work/libreroll.so.0.2"
mkdir -p "$work/gpu-check/kit/tests/model" && echo '#!/bin/sh' >"$work/gpu-check/kit/tests/model/counts"
BUILD=$work STRIP=true bench/gpu-check/kit.sh reroll tests/model/counts >"$work/said" 2>&1 &&
    [ -x "$work/gpu-kit/gpu-check.sh" ] && [ -e "$work/gpu-kit/gpu-check/roots" ]
ok $? "a kit"
(cd / && "${PYTHON:-python3}" "$work/gpu-kit/check/gpu_check.py" --help) >"$work/said" 2>&1
ok $? "it has all of the command"
dd if=/dev/zero of="$work/gpu-kit/large" bs=1024 count=3000 2>/dev/null
BUILD=$work STRIP=true MOST=2 bench/gpu-check/kit.sh reroll tests/model/counts >"$work/said" 2>&1
[ $? = 1 ] && grep -q 'larger than 2 MB' "$work/said"
ok $? "a kit that is too large is refused"

# ---- With nvcc ----

nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
if [ -z "$nvcc" ] || [ ! -f "$build/libreroll.a" ]; then
    echo "1..$number"
    echo "# no nvcc, or $build/libreroll.a is not built: nothing of kernels"
    exit 0
fi
make -s BUILD="${BUILD:-build}" -o "${BUILD:-build}/libreroll.a" "${BUILD:-build}/gen/bundle"
mkdir -p "$work/text" && "$build/gen/bundle" "$work/text"
[ "$(find "$work/text" -name 'attempts.*.counting.*' | wc -l)" = 9 ]
ok $? "texts of the matrix, and of the kernels that law counts with"
for sm in 75 90; do
    "$nvcc" -ptx -std=c++17 -arch=compute_$sm -o "$work/$sm.ptx" "$work"/text/uniform.compact.f32.[0-9a-f]*.cu &&
        grep -v '^\.target' "$work/$sm.ptx" >"$work/$sm.text"
done
[ -s "$work/75.text" ] && cmp "$work/75.text" "$work/90.text"
ok $? "the PTX of a kernel is the same for sm_75 and sm_90"
mkdir -p "$work/bundle" && mv "$work/text" "$work/bundle/"
bundle() {
    make -s cuda-bundle-code BUNDLE="$work/bundle" BUNDLE_KERNELS='kernel.advance.% transform.square.f32.%' \
        >"$work/said" 2>&1
}
bundle && [ "$(find "$work/bundle" -name '*.fatbin' | wc -l)" = 2 ] && grep -q NVCC "$work/said"
ok $? "a bundle of few kernels"
touch "$work/bundle/kernel.advance.f32.0.fatbin"
bundle && ! grep -q NVCC "$work/said" && [ ! -e "$work/bundle/kernel.advance.f32.0.fatbin" ]
ok $? "kernels that are there are not made again, those of other texts are taken away"
"$nvcc" -cubin -std=c++17 -I. -Werror all-warnings -arch=sm_90 -o "$work/roots.cubin" bench/gpu-check/roots.cu
ok $? "the program of square roots"
echo "1..$number"
