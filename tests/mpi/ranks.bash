# SPDX-License-Identifier: MIT OR Apache-2.0
# Shared by the tests of reroll-mpi: ranks N ARGUMENT... starts it by the launcher of the MPI with which it was built.
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

# said FILE: this project's messages in the launcher's output.
said() {
    grep -a '^reroll: ' "$1" || true
}

# two_lines FIRST SECOND: rank 0 has the words of the first command line, rank 1 those of the second.
two_lines() {
    # shellcheck disable=SC2086
    timeout -k 5 30 "${LAUNCH[@]}" -n 1 "$REROLL_MPI" $1 : -n 1 "$REROLL_MPI" $2
}

# refused_by STATUS TEXT N ARGUMENT...: N ranks print one message that contains TEXT, exit with that status, and leave no
# file.
refused_by() {
    refused_job "$1" "$2" ranks "${@:3}" --quiet
}

# refused_job STATUS TEXT COMMAND...: the same of a command that starts the ranks. All files are as before.
refused_job() {
    local before
    before=$(ls -A)
    run --separate-stderr "${@:3}"
    echo "$stderr" >"$BATS_TEST_TMPDIR/errors"
    echo "status $status, $stderr"
    [ "$status" -eq "$1" ]
    [ "$(said "$BATS_TEST_TMPDIR/errors" | wc -l)" -eq 1 ]
    [[ $(said "$BATS_TEST_TMPDIR/errors") == *"$2"* ]]
    [ "$before" = "$(ls -A)" ]
}
