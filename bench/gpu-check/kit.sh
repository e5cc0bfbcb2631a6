#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Fills $BUILD/gpu-kit for make gpu-kit: the programs named as arguments, stripped, the libraries that they need in addition
# to libc, the other libraries and the scripts. Fails if it is larger than MOST MB.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
kit=$build/gpu-kit
mkdir -p "$kit/lib" "$kit/check" "$kit/gpu-check"
cp -L "$build"/libreroll.so.* "$kit/lib/"
cp "$build/gpu-check/bits" "$build/gpu-check/speed" "$kit/gpu-check/"
for program in "$@"; do
    mkdir -p "$kit/$(dirname "$program")"
    cp "$build/gpu-check/kit/$program" "$kit/$program"
done
# Among the other libraries only cmocka may be missing on the target machine.
ldd "$kit/tests/model/counts" | sed -n 's/.*=> \(\/[^ ]*cmocka[^ ]*\).*/\1/p' |
    while read -r library; do cp -L "$library" "$kit/lib/"; done
"${STRIP:-strip}" --strip-unneeded "$kit"/lib/* "$kit"/gpu-check/bits "$kit"/gpu-check/speed
for program in "$@"; do "${STRIP:-strip}" "$kit/$program"; done
if [ -x "$build/gpu-check/roots" ]; then cp "$build/gpu-check/roots" "$kit/gpu-check/"; fi
if [ -x "$build/gpu-check/peers" ]; then
    cp "$build/gpu-check/peers" "$kit/gpu-check/"
    # The CCCL headers that peers.cu includes, so that it can be built again there.
    tr -d '\\' <"$build/gpu-check/peers.headers" | tr ' ' '\n' | sed -n 's|.*gpu-check/cccl/\(.*\)|\1|p' | sort -u |
        tar -C "$build/gpu-check/cccl" -cf - -T - | tar -C "$kit/check" -xf -
fi
# The examples, the files that they read, and the version of the toolkit: an old driver rejects newer code.
mkdir -p "$kit/examples/device"
cp examples/device/programs.txt examples/device/*_sink.h "$kit/examples/device/"
for program in "$build"/gpu-check/kit/examples/device/*; do
    if [ -f "$program" ] && [ -x "$program" ]; then cp "$program" "$kit/examples/device/"; fi
done
if [ -f "$build/gen/reroll_device_single.h" ]; then cp "$build/gen/reroll_device_single.h" "$kit/examples/device/"; fi
{ "${NVCC:-nvcc}" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p'; } >"$kit/CUDA" || :
cp bench/gpu-check/*.py bench/gpu-check/*.cu bench/gpu-check/run.sh "$kit/check/"
git describe --always --dirty >"$kit/COMMIT" 2>/dev/null || echo unknown >"$kit/COMMIT"
cat >"$kit/gpu-check.sh" <<'END'
#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The checks, from this folder, on a machine with a GPU:
# gpu-check.sh [--parts "bits speed"] [--seconds 540] [--device cuda:0]
cd "$(dirname "$0")" || exit 2
BUILD=. exec check/run.sh --programs . --commit "$(cat COMMIT)" "$@"
END
chmod +x "$kit/gpu-check.sh"

size=$(du -sk "$kit" | cut -f1)
echo "$kit: $((size / 1024)) MB, $(find "$kit/cuda-bundle" -name '*.fatbin' 2>/dev/null | wc -l) kernels"
[ "$size" -le $((${MOST:-50} * 1024)) ] || { echo "gpu-kit: larger than ${MOST:-50} MB" >&2; exit 1; }
