# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll-mpi writes the same file as `reroll sample`, each rank its stripes; and reports an error once.
bats_require_minimum_version 1.5.0
load ../cli/helpers
load ranks

setup() {
    skip_without_mpi
    mkdir "$BATS_TEST_TMPDIR/work"
    cd "$BATS_TEST_TMPDIR/work" || return 1
}

# same N NAME ARGUMENT...: the file and the job file of N ranks are those of `reroll sample`.
same() {
    "$REROLL" sample "${@:3}" -o "plain/$2" --quiet --force
    ranks "$1" "${@:3}" -o "ranks/$2" --quiet --force
    cmp "plain/$2" "ranks/$2"
    cmp "plain/$2.job.json" "ranks/$2.job.json"
    [ ! -e "ranks/$2.part" ]
}

@test "1 to 4 ranks make the same file and job file as reroll sample" {
    mkdir plain ranks data
    cp "$SHAPES" data/shapes.npy
    for n in 1 2 3 4; do same $n x.npy gamma --shape 0.7 -n 3000001 --seed $n; done
    same 3 x.raw normal --dtype f32 -n 2^22 --first 12345 --stream chains/3
    same 2 x.npy gamma --shape @data/shapes.npy
    "$REROLL" sample uniform --low 1 --high 2 -n 2097153 -o data/large.npy --quiet   # it is not read as a whole
    same 3 x.npy gamma --shape @data/large.npy
    same 3 x.npy normal --mean 1,2,3,4,5,6,7 -n 7
    same 4 x.npy exponential -n 0
    same 2 x.npy poisson --lam 3 --dtype u32 -n 1
    npy r.npy '<f8' '(1000, 1)' 1 2 3
    npy c.npy '<f8' '(1, 1001)' 1 2 3 4
    same 3 x.npy gamma --shape @r.npy --scale @c.npy
    same 4 x.npy dirichlet --alpha 1,2,3,4,5,6,7 -n 300000
    same 3 x.npy multivariate-normal --covariance "1,0.5;0.5,2" -n 200000
    same 2 x.npy 'density:exp(-x*x)' -n 300000 || ! ldconfig -p | grep -q libmuparser
    ranks 3 --job plain/x.npy.job.json --first 5 -n 1000 -o slice.raw
    "$REROLL" sample --job plain/x.npy.job.json --first 5 -n 1000 --format raw | cmp - slice.raw
    ranks 2 attempts --accept 0.5 --strategy fixed:2 -n 1e6 -o f.raw || [ $? -eq 4 ]
    "$REROLL" sample attempts --accept 0.5 --strategy fixed:2 -n 1e6 --format raw >f || [ $? -eq 4 ]
    cmp f f.raw
}

@test "a rank that joins late finds the file as it was marked, also where there is nothing to draw" {
    build_shim
    timeout 60 "${LAUNCH[@]}" -n 4 sh -c 'case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in 1) export SHIM_DO="open x.npy.part sleep 1"; esac
        LD_PRELOAD=$0 exec "$@"' "$BATS_FILE_TMPDIR/shim.so" "$REROLL_MPI" sample exponential -n 0 -o x.npy --quiet
    "$REROLL" sample exponential -n 0 -o plain.npy --quiet
    cmp plain.npy x.npy
}

@test "a stripe begins and ends at a whole MiB of the file, and after a whole row" {
    build_shim
    mkdir logs
    # The last one has rows of 24 bytes, which do not divide a MiB.
    for job in "gamma --shape 2 -n 5000000 -o x.npy" "normal -n 4e6 --dtype f32 -o x.raw" "dirichlet --alpha 1,2,3 -n 1000000 -o x.npy"; do
        rm -f logs/* x.*
        # shellcheck disable=SC2016,SC2086
        timeout 60 "${LAUNCH[@]}" -n 3 sh -c 'SHIM_LOG=logs/$$ LD_PRELOAD=$0 exec "$@"' "$BATS_FILE_TMPDIR/shim.so" "$REROLL_MPI" sample $job \
            --quiet --threads 1 || return 1
        python3 - logs x.npy x.raw "$job" <<'END'
import os, sys
folder, job = sys.argv[1], sys.argv[-1]
size = max(os.path.getsize(name) for name in sys.argv[2:4] if os.path.exists(name))
header, row = 128 * ("npy" in job), 24 if "dirichlet" in job else 1
MIB = 1 << 20
writers = 0
for name in os.listdir(folder):
    pieces = sorted((int(at), int(at) + int(n)) for what, _, n, at in (line.split()[:4] for line in open(f"{folder}/{name}")
                                                                       if line.startswith("pwrite")))
    merged = []
    for begin, end in pieces:
        if merged and merged[-1][1] == begin: merged[-1][1] = end
        else: merged.append([begin, end])
    writers += bool(merged)
    for begin, end in merged:
        for place in (begin, end):
            below = place - row + 1 if row > 1 else place
            assert place in (0, size) or -(-below // MIB) * MIB <= place and (place - header) % row == 0, (name, begin, end)
assert writers >= 2, writers
END
    done
}

@test "errors are reported once, with the message of reroll sample, and nothing is written" {
    refused_by 2 "--shape -1 is outside [1e-300, 1e+300], the range for samples of dtype f64" 3 gamma --shape -1 -n 5 -o x.npy
    npy bad.npy '<f8' '(400000,)' 1 2 3
    printf '\0\0\0\0\0\0\360\277' | dd of=bad.npy bs=1 seek=$((128 + 8 * 399999)) conv=notrunc status=none
    refused_by 2 "--shape bad.npy: element 399999 = -1 is outside" 4 gamma --shape @bad.npy -o x.npy
    refused_by 2 "unknown sampler 'nrmal'; did you mean 'normal'?" 2 nrmal -n 5 -o x.npy
    # For two seconds Open MPI waits for the others' end. These three had the time to say more; that is enough.
    export OMPI_MCA_odls_base_sigkill_timeout=0
    needed="-o FILE.npy or FILE.raw is needed: reroll-mpi does not write to standard output"
    refused_by 2 "$needed" 2 normal -n 5
    refused_by 2 "$needed" 2 normal -n 5 -o - --format raw
    mkdir folder.npy
    for output in folder.npy /dev/null; do
        refused_by 2 "-o $output is not a regular file: reroll-mpi writes FILE.npy or FILE.raw" 2 normal -n 5 -o $output --format raw
    done
    refused_by 2 "text and CSV are not available in reroll-mpi: -o FILE.npy or FILE.raw" 2 normal -n 5 -o x.txt
    refused_by 2 "--counts is not available in reroll-mpi" 2 normal -n 5 -o x.npy --counts
    refused_by 2 "--timeout 0 is not accepted; use an integer of seconds in [1, " 2 normal -n 5 -o x.npy --timeout 0
    refused_by 1 "can't write none/x.npy.part" 2 normal -n 5 -o none/x.npy
    refused_by 2 "unknown device 'cdu:0'" 2 normal -n 5 -o x.npy --device cdu:0
    refused_by 2 "a file holds at most 2^59 samples" 2 normal -n 2^62 -o x.npy
    "$REROLL" sample normal -n 5 -o x.npy
    refused_by 2 "x.npy exists; --force replaces it" 2 normal -n 5 -o x.npy
    ranks 2 normal -n 5 -o x.npy --resume
}

# patched FROM TO: the program with other bytes of the same number.
patched() {
    python3 - "$REROLL_MPI" other "$1" "$2" <<'END'
import os, sys
data = open(sys.argv[1], "rb").read()
a, b = (bytes.fromhex(x) for x in sys.argv[3:])
assert a in data and len(a) == len(b)
open(sys.argv[2], "wb").write(data.replace(a, b))
os.chmod(sys.argv[2], 0o755)
END
}

# beside_other STATUS TEXT: three ranks, the last of which is another program.
beside_other() {
    local status=0
    timeout 60 "${LAUNCH[@]}" -n 2 "$REROLL_MPI" sample normal -n 1e6 -o x.npy -d cpu:scalar : -n 1 ./other sample normal -n 1e6 -o x.npy -d cpu:scalar >out 2>err || status=$?
    cat err
    [ "$status" -eq "$1" ]
    [ "$(said err)" = "reroll: rank 2: $2" ]
    [ -z "$(ls x.npy* 2>/dev/null)" ]
}

@test "another version, or other bits, on one rank" {
    version=$("$REROLL" --version | cut -d' ' -f2)
    patched "$(printf '%s' "$version" | od -An -tx1 | tr -d ' \n')00" "$(printf '%s' "${version%?}x" | od -An -tx1 | tr -d ' \n')00"
    beside_other 2 "it runs reroll ${version%?}x and rank 0 reroll $version; all ranks must run the same"
    export OMPI_MCA_odls_base_sigkill_timeout=0
    patched 531f51d2 531f51d3   # a multiplier of Philox
    beside_other 1 "it draws other bits than rank 0; all ranks must run the same program"
}

@test "a device for each rank of a machine" {
    [ -n "$("$REROLL" devices | awk '$1 ~ /^opencl:/ && $2 == "yes"')" ] || skip "no OpenCL here"
    ranks 2 gamma --shape 2 -n 200000 --device opencl:auto -o x.npy
    "$REROLL" sample gamma --shape 2 -n 200000 --format npy | cmp - x.npy
    refused_by 3 "--device opencl:0$(printf ',tile=0128%.0s' {1..40}),none=1" 2 normal -n 5 -o y.npy \
        --device "opencl:auto$(printf ',tile=0128%.0s' {1..40}),none=1"   # no option is cut off
    "$REROLL" devices | grep -q '^cuda:0 *yes' || refused_by 3 "--device cuda:0 is not usable here" 2 normal -n 5 --device cuda:auto -o y.npy
}
