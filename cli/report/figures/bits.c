/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shows the contract: samples by every strategy on every instruction set of this machine have the same digest. */
#include "machine.h"
#include "cli/base/device.h"
#include "cli/report/page/page.h"
#include "cli/verify/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 2000 };   /* per job of gamma: f32 and f64, two shapes and a shape per sample */

static exit_status failed(const char *device, rr_status status)
{
    return refuse(EXIT_TROUBLE, "digests on %s: %s", device, rr_status_text(status));
}

static exit_status fill_device(report *r, report_bits *bits, unsigned d)
{
    rr_device *device = NULL;
    rr_strategy_info info;
    rr_status status = RR_OK;
    const exit_status opened = device_open(bits->device[d], "1", &device);
    if (opened) return opened;
    for (unsigned s = 0; rr_strategy_list(s, &info) && s < BITS_STRATEGIES && !status && !report_ends(r); ++s) {
        rr_strategy_text(info.example, bits->strategy[s]);
        bits->strategies = s + 1;
        status = verify_digest_of(device, sampler_find("gamma"), info.example, SAMPLES, &bits->digest[s][d]);
        bits->differ += bits->digest[s][d] != bits->digest[0][0];
    }
    rr_device_close(&device);
    return status ? failed(bits->device[d], status) : EXIT_DONE;
}

/* The devices are the instruction sets and cpu:warp32, which follows them in the list. */
exit_status bits_measure(report *r, report_bits *bits)
{
    rr_device_info info;
    rr_device *best = NULL;
    memset(bits, 0, sizeof *bits);
    exit_status status = EXIT_DONE;
    for (size_t i = 0; rr_device_list(i, &info) && bits->devices < BITS_DEVICES && !status && !report_ends(r); ++i) {
        if (info.available) {
            bits->device[bits->devices] = info.name;
            status = fill_device(r, bits, bits->devices++);
        }
        if (!strcmp(info.name, "cpu:warp32")) break;
    }
    if (!status) status = device_open("cpu", NULL, &best);
    if (status) return status;
    const rr_status done = verify_digest_of_all(best, &bits->all);
    rr_device_close(&best);
    return done ? failed("cpu", done) : EXIT_DONE;
}

void bits_figure(report *r, const report_bits *bits)
{
    report_figure f;
    figure_begin(&f, "tab-machine-bits", "The same bits by every strategy on every instruction set");
    figure_what(&f, "The first half of the digest of %d gamma samples of six kinds. %s The digest of all samplers on this "
                    "machine is %016" PRIx64 "; GPUs are compared by reroll verify --device opencl:0 or cuda:0.",
                6 * SAMPLES,
                bits->differ ? "Some differ: this build breaks its contract here. Run reroll verify, and report what it "
                               "says."
                             : "All are one: no strategy, register or warp changes a bit.", bits->all);
    figure_source(&f, "as reroll verify: FNV-1a over samples as little-endian bytes");
    report_table *t = figure_table(&f, "");
    table_column(t, "device");
    for (unsigned k = 0; k < bits->strategies; ++k) table_column(t, "%s", bits->strategy[k]);
    for (unsigned d = 0; d < bits->devices; ++d) {
        table_text(t, "%s", bits->device[d]);
        for (unsigned k = 0; k < bits->strategies; ++k) table_text(t, "%08" PRIx64, bits->digest[k][d] >> 32);
    }
    page_figure(r, &f);
}
