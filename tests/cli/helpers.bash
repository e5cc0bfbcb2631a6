# SPDX-License-Identifier: MIT OR Apache-2.0
# Shared by the tests of the command. They run from any folder; REROLL names the program.

ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
REROLL=$(realpath "${REROLL:-$ROOT/build/reroll}")
TOOLS=$ROOT/tests/cli/tools
SHAPES=$ROOT/examples/data/shapes.npy

# A folder of its own: bats keeps files in its temporary folder.
setup() {
    mkdir "$BATS_TEST_TMPDIR/work"
    cd "$BATS_TEST_TMPDIR/work" || return 1
}

# The address and thread sanitizers use memory of their own.
skip_if_sanitized() {
    if grep -q -e __asan_init -e __tsan_init "$REROLL"; then skip "a sanitizer takes memory"; fi
}

# npy FILE DTYPE SHAPE [--fortran] [--version V] VALUE... writes a .npy file without NumPy.
npy() {
    python3 -S "$TOOLS/npy.py" make "$@"
}

# refused STATUS TEXT ARGUMENT...: one message on standard error that contains TEXT, nothing on standard output, and no
# file written.
refused() {
    local status_wanted=$1 text=$2 before after
    shift 2
    before=$(ls -A)
    run --separate-stderr "$REROLL" "$@"
    after=$(ls -A)
    echo "status $status, error: $stderr"
    [ "$status" -eq "$status_wanted" ]
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr == "reroll: "* ]]
    [[ $stderr == *"$text"* ]]
    [ "$before" = "$after" ]
}

# A job that takes a few seconds on one scalar lane and writes little: n samples of 500 attempts each.
SLOW=(attempts --accept 0.002 -n 2e5)
SLOWLY=(--device cpu:scalar --threads 1)

# stopped SIGNAL FILE ARGUMENT...: starts a job that writes FILE, sends SIGNAL after its first checkpoint, returns its
# exit status.
stopped() {
    REROLL_CHECKPOINT_SECONDS=0.02 python3 "$TOOLS/stop_midway.py" "$1" "$2.job.json" "$REROLL" sample "${@:3}" -o "$2"
}

# appears FILE: waits until a background command has written something there.
appears() {
    for _ in $(seq 600); do
        if [ -s "$1" ]; then return; fi
        sleep 0.05
    done
    echo "$1 did not appear"
    return 1
}

# A library between the command and the system, for a whole file of tests; shim.c documents its variables.
build_shim() {
    ${CC:-cc} -O1 -Wall -Wextra -shared -fPIC -o "$BATS_FILE_TMPDIR/shim.so" "$TOOLS/shim.c" -ldl
}

# preload: LD_PRELOAD for that library, in place of the one of tests/run; the one of address sanitizers must be first.
preload() {
    echo "$(ldd "$REROLL" | awk '/libasan/ {print $3}'):$BATS_FILE_TMPDIR/shim.so"
}

# shimmed COMMAND...: runs it with the library.
shimmed() {
    LD_PRELOAD=$(preload) "$@"
}
