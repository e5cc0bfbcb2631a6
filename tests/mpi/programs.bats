# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll_mpi.h: the example with any number of ranks, slices, and ranks that do not agree.
bats_require_minimum_version 1.5.0
load ../cli/helpers
load ranks

setup() {
    skip_without_mpi
    PUMPS=$(dirname "$REROLL")/examples/pumps_ranks
    cd "$ROOT" || return 1
}

@test "pumps over 1 to 4 ranks: one digest, and the exact posterior" {
    for n in 1 2 3 4; do
        timeout 60 "${LAUNCH[@]}" -n $n "$PUMPS" 7 40 >"$BATS_TEST_TMPDIR/$n"
        cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/$n"
    done
    grep -q '^digest: [0-9a-f]\{16\}$' "$BATS_TEST_TMPDIR/1"
    # Within six standard errors: the sd of a rate over about 280 000 draws, times ten for correlation between sweeps.
    paste <(awk 'NF == 3' "$BATS_TEST_TMPDIR/1") tests/examples/pumps_exact.txt |
        awk '{bad += ($2 - $5) ^ 2 > (6 * 3.2 * $3 / sqrt(7 * 1024 * 40)) ^ 2; ++n} END {exit bad || n != 11}'
}

@test "programs with reroll_mpi.h: slices that cover all samples, and ranks that do not agree" {
    cat >"$BATS_TEST_TMPDIR/agree.c" <<'END'
#include "reroll_mpi.h"
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const uint64_t sizes[] = {0, 1, 2, 3, 1000003, UINT64_MAX};
    rr_device *cpu;
    char why[160];
    int rank, ranks, bad = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < 6; ++i) {
        uint64_t own[2], all[2 * 16];
        rr_rank_slice(sizes[i], MPI_COMM_WORLD, &own[0], &own[1]);
        MPI_Allgather(own, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, MPI_COMM_WORLD);
        uint64_t at = 0;
        for (int r = 0; r < ranks; ++r) {
            bad |= all[2 * r] != at || all[2 * r + 1] - sizes[i] / (uint64_t)ranks > 1;
            at += all[2 * r + 1];
        }
        bad |= at != sizes[i];
    }
    bad |= rr_device_open(argv[1], &cpu) != RR_OK;
    rr_stream s = rr_stream_make(1, 2);
    s.next = (uint64_t)rank;                       /* which may differ */
    bad |= rr_ranks_agree(MPI_COMM_WORLD, cpu, &s, why) != RR_OK || why[0];
    s.seed += rank == ranks - 1;
    bad |= rr_ranks_agree(MPI_COMM_WORLD, cpu, &s, why) != (ranks > 1 ? RR_ERR_ARGUMENT : RR_OK);
    bad |= ranks > 1 && strcmp(why, "ranks have different seeds or streams");
    s = rr_stream_make(1, 2);
    bad |= rr_ranks_agree(MPI_COMM_WORLD, rank ? cpu : NULL, &s, why) != RR_ERR_ARGUMENT && ranks > 1;
    bad |= ranks > 1 && strcmp(why, "ranks have different bits");
    rr_device_close(&cpu);
    MPI_Finalize();
    return bad;
}
END
    build=$(dirname "$REROLL")
    "$MPICC" -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Iinclude -I"$build/gen" "$BATS_TEST_TMPDIR/agree.c" "$build/libreroll.a" \
        -lpthread -lm -ldl -o "$BATS_TEST_TMPDIR/agree"
    for n in 1 2 3 4; do timeout 60 "${LAUNCH[@]}" -n $n "$BATS_TEST_TMPDIR/agree" cpu; done
}
