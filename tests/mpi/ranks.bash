# SPDX-License-Identifier: MIT OR Apache-2.0
# What the tests of reroll-mpi share: ranks N ARGUMENT... starts it by the launcher of the MPI that it was built with.
REROLL_MPI=$(dirname "$REROLL")/reroll-mpi
MPICC=$(cat "$(dirname "$REROLL")/gen/mpicc" 2>/dev/null)
LAUNCH=(mpirun"${MPICC#mpicc}")
if "${LAUNCH[0]}" --version 2>/dev/null | grep -q -e 'Open MPI' -e OpenRTE; then
    LAUNCH+=(--allow-run-as-root --oversubscribe)
fi

skip_without_mpi() {
    if [ ! -x "$REROLL_MPI" ] || ! command -v "${LAUNCH[0]}" >/dev/null; then skip "no MPI: make mpi needs mpicc"; fi
}

ranks() {
    timeout -k 5 120 "${LAUNCH[@]}" -n "$1" "$REROLL_MPI" sample "${@:2}"
}

# said FILE: the sentences of ours among what a launcher prints.
said() {
    grep -a '^reroll: ' "$1" || true
}

# refused_by STATUS TEXT N ARGUMENT...: N ranks say one sentence with TEXT in it, end with that status, and leave no file behind.
refused_by() {
    local before
    before=$(ls -A)
    run --separate-stderr ranks "${@:3}" --quiet
    echo "$stderr" >"$BATS_TEST_TMPDIR/errors"
    echo "status $status, $stderr"
    [ "$status" -eq "$1" ]
    [ "$(said "$BATS_TEST_TMPDIR/errors" | wc -l)" -eq 1 ]
    [[ $(said "$BATS_TEST_TMPDIR/errors") == *"$2"* ]]
    [ "$before" = "$(ls -A)" ]
}
