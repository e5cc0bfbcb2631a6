# SPDX-License-Identifier: MIT OR Apache-2.0
# Parameter files of 16 MiB and more are mapped and read piece by piece: the same bytes, and less memory. They are compared
# with runs with --counts, which reads them as a whole.
bats_require_minimum_version 1.5.0
load helpers

# large FILE DTYPE SHAPE [NUMBER VALUE]...: zeros, except for some values.
large() {
    python3 - "$@" <<'END'
import math, struct, sys
name, dtype, shape, rest = *sys.argv[1:4], sys.argv[4:]
order = rest and rest[0] == "--fortran"
text = f"{{'descr': '{dtype}', 'fortran_order': {bool(order)}, 'shape': {shape}, }}".ljust(117) + "\n"
size = int(dtype[-1])
with open(name, "wb") as file:
    file.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text.encode())
    head = file.tell()
    file.truncate(head + size * math.prod(eval(shape)))
    for number, value in zip(rest[order::2], rest[1 + order::2]):
        file.seek(head + size * int(number))
        file.write(struct.pack("<" + {4: "f", 8: "d"}[size], float(value)))
END
}

# alike ARGUMENT...: as when the parameters are read as a whole.
alike() {
    "$REROLL" sample "$@" --format raw >stay
    "$REROLL" sample "$@" --format raw --counts 2>/dev/null | cmp - stay
}

@test "a file of parameters larger than the memory" {
    skip_if_sanitized
    large mean.npy '<f4' '(25000000,)' 0 5 13333333 -7 24999999 1e6
    (ulimit -v 90000; MALLOC_ARENA_MAX=1 "$REROLL" sample normal --mean @mean.npy --dtype f32 --threads 1 -o x.raw --quiet)
    run bash -c "ulimit -v 90000
        MALLOC_ARENA_MAX=1 '$REROLL' sample normal --mean @mean.npy --dtype f32 --threads 1 -o y.raw --counts"
    [ "$status" -eq 1 ]   # that it takes memory to read it
    "$REROLL" sample normal --mean @mean.npy --dtype f32 --counts --format raw 2>/dev/null | cmp - x.raw
    "$REROLL" sample --job x.raw.job.json --first 13333330 -n 7 --format raw |
        cmp - <(tail -c +$((4 * 13333330 + 1)) x.raw | head -c 28)
    # A rank does not hold more of it either.
    if [ -x "$(dirname "$REROLL")/reroll-mpi" ]; then
        load ../mpi/ranks
        # shellcheck disable=SC2016
        timeout 100 "${LAUNCH[@]}" -n 2 sh -c 'ulimit -d 90000; exec "$@"' - "$REROLL_MPI" sample normal --mean @mean.npy \
            --dtype f32 -t 1 -o z.raw
        cmp x.raw z.raw
    fi
}

@test "rows, columns and slices of large parameters" {
    large m.npy '<f8' '(1500, 1501)' 0 1 1500 2 1501 3 2251499 4
    large c.npy '<f8' '(1, 2200000)' 5 1 2199999 2
    large f.npy '<f8' '(1500, 1501)' --fortran 0 1 1 2 1500 3 2251499 4
    npy r.npy '<f8' '(1500, 1)' 1 2 3
    npy two.npy '<f8' '(2, 1)' 3 4
    alike normal --mean @m.npy
    alike normal --mean @f.npy
    alike normal --mean @m.npy --sd @r.npy
    alike normal --mean @c.npy --sd @two.npy --dtype f32
    large n.npy '<f8' '(1100000, 2)' 0 1
    alike multivariate-normal --mean @n.npy --covariance '2,0.5;0.5,1'
    "$REROLL" sample normal --mean @m.npy --sd @r.npy -o x.raw
    "$REROLL" sample --job x.raw.job.json --first 1490 -n 1600003 --format raw |
        cmp - <(tail -c +$((8 * 1490 + 1)) x.raw | head -c $((8 * 1600003)))
}

@test "every element is checked before the first sample is drawn, and named by its position" {
    large m.npy '<f8' '(1500, 1501)' 0 1
    large c.npy '<f8' '(1, 2200000)' 2199999 -1
    npy two.npy '<f8' '(2, 1)' 3 4
    refused 2 "--p c.npy: element (0, 2199999) = -1 is outside [" sample binomial --n @two.npy --p @c.npy
    python3 - <<'END'
import struct
data = bytearray(open("m.npy", "rb").read())
data[128:] = struct.pack("<d", 2) * (1500 * 1501)
at = 128 + 8 * (1400 * 1501 + 77)
data[at:at + 8] = struct.pack("<d", -3)
open("m.npy", "wb").write(data)
END
    refused 2 "--shape m.npy: element (1400, 77) = -3 is outside [" \
        sample gamma --shape @m.npy -o x.npy
    alike gamma --shape @m.npy --bad nan
    truncate -s -8 m.npy
    refused 2 "m.npy is cut short" sample gamma --shape @m.npy -o x.npy
    truncate -s +16 m.npy
    refused 2 "--shape: m.npy has data after its array" sample gamma --shape @m.npy -o x.npy
}

@test "a parameter file that changes during the job ends it" {
    skip_if_sanitized
    large mean.npy '<f4' '(25000000,)' 5 -7
    mkfifo pipe
    "$REROLL" sample normal --mean @mean.npy --dtype f32 --threads 1 --quiet --format raw >pipe 2>error &
    local job=$!
    exec 9<pipe
    head -c 1000000 <&9 | cmp - <("$REROLL" sample normal --mean @mean.npy --dtype f32 --format raw | head -c 1000000)
    printf '\1' | dd of=mean.npy bs=1 seek=90000000 conv=notrunc status=none   # a valid mean, far from those that are drawn
    cat <&9 >/dev/null
    local status=0
    wait "$job" || status=$?
    [ "$status" -eq 1 ]
    [[ $(<error) == *"--mean: mean.npy can't be read: it has changed since it was checked"* ]]
}
