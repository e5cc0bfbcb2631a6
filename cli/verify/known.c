/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares with independent numbers: Random123's known answers, and streams and bits by docs/contract.md, computed by a
 * program in another language. */
#include "reroll.h"

#include "report.h"

#include <inttypes.h>
#include <string.h>

typedef struct philox_case {
    const char *name;
    uint32_t ctr[4], key[2], answer[4];
} philox_case;

static const philox_case philox_cases[] = {
    {"philox of zeros", {0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {"philox of ones", {~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {"philox of pi", {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

static void check_philox(verify_report *report)
{
    for (size_t i = 0; i < sizeof philox_cases / sizeof philox_cases[0]; ++i) {
        const philox_case *c = &philox_cases[i];
        uint32_t out[4];
        rr_philox4x32_10(c->ctr, c->key, out);
        verify_add(report, c->name, !memcmp(out, c->answer, sizeof out),
                   "%08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32, out[0], out[1], out[2], out[3]);
    }
}

static void check_stream(verify_report *report, const char *name, rr_stream s, uint64_t seed, uint64_t stream)
{
    verify_add(report, name, s.seed == seed && s.stream == stream && !s.next, "%016" PRIx64 " %016" PRIx64, s.seed,
               s.stream);
}

static void check_bits(verify_report *report)
{
    static const uint32_t answer[6] = {0x9df1956f, 0xb6a85ddb, 0x4c0e22f5, 0x388940bf, 0xe50df5cc, 0xdb44a401};
    uint32_t out[6] = {0};
    rr_device *cpu = verify_open(report, "bits of the contract", report->device);
    rr_stream s = rr_stream_make(2026, 3);
    if (!cpu) return;
    s.next = ((uint64_t)1 << 34) - 3;   /* Philox block 2^32 - 1, words 1 to 3, then block 2^32 */
    const rr_status status = rr_fill_bits_u32(cpu, &s, 6, out);
    verify_add(report, "bits of the contract", !status && !memcmp(out, answer, sizeof out),
               "%08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32, out[0], out[1],
               out[2], out[3], out[4], out[5]);
    rr_device_close(&cpu);
}

void verify_known(verify_report *report)
{
    const rr_stream parent = rr_stream_make(2026, 0);
    check_philox(report);
    check_stream(report, "derive a number", rr_derive(parent, 7), 0x99f02031ea16d261u, 0x9044e9aae29c349du);
    check_stream(report, "derive a name", rr_derive_name(parent, "theta"), 0xe87da07543441076u, 0x4bc5cae46862b30cu);
    check_stream(report, "derive a long name", rr_derive_name(parent, "a longer name"), 0x86250a1adcfa17c6u,
                 0x3fb6e9b072eb254du);
    check_bits(report);
}
