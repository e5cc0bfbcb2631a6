/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first screen: three numbers of this machine, and the figures that they come from. */
#include "machine.h"
#include "figures.h"
#include "measure.h"
#include "cli/base/interrupt.h"
#include "cli/report/page/page.h"
#include "cli/report/page/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Samples per second: "541 million", "1.32 billion". */
static char *rate_text(double ns)
{
    const double rate = 1e9 / ns;
    return rate >= 1e9 ? get_text("%.3g billion", rate / 1e9) : get_text("%.3g million", rate / 1e6);
}

static void write_card(report *r, const char *class, const char *number, const char *text)
{
    fprintf(r->page, "<div class=\"card %s\"><strong>", class);
    write_math(r->page, number, MATH_HTML);
    fputs("</strong><p>", r->page);
    write_math(r->page, text, MATH_HTML);
    fputs("</p></div>\n", r->page);
}

static void card_speed(report *r, const report_speed *speed)
{
    const report_law_speed *law = speed_headline(speed);
    const bool scales = speed->threads > 1 && speed->all < law->ns[0];   /* other programs may use the other processors */
    char *one = rate_text(law->ns[0]), *all = rate_text(speed->all);
    char *more = scales ? get_text(" %u threads: %s.", (unsigned)speed->threads, all) : get_copy("");
    char *text = get_text("normals per second on one thread: %.3g ns each in f32, %.3g in f64; a word of raw bits takes "
                          "%.3g.%s", law->ns[0], law->ns[1], speed->bits, more);
    write_card(r, "", one, text);
    free(text);
    free(more);
    free(all);
    free(one);
}

static void card_bits(report *r, const report_bits *bits)
{
    char *digest = get_text("%016" PRIx64, bits->all), *text;
    const unsigned ways = bits->strategies * bits->devices;
    if (bits->differ)
        text = get_text("is the digest here, and %u of %u ways to draw the same samples gave other bits: this build breaks "
                        "its contract. Run reroll verify.", bits->differ, ways);
    else
        text = get_text("is the digest of all samplers\xE2\x80\x99 bits, here and everywhere. %u strategies on %u kinds of "
                        "lanes drew the same samples in this run: %u ways, one answer.",
                        bits->strategies, bits->devices, ways);
    write_card(r, bits->differ ? "digest bad" : "digest", digest, text);
    free(text);
    free(digest);
}

static void card_waste(report *r)
{
    const double p = 0.95, loop = waste_of(r, "loop", p), refill = waste_of(r, "refill", p);
    char *lost = get_text("%.0f %%", 100 * loop), *text;
    text = get_text("of the work of 32 lanes is lost when each retries until all have a sample, though %g %% of the "
                    "proposals are accepted. Under refill %.2g %% is lost: same samples, same order.",
                    100 * p, 100 * fmax(0, refill));
    write_card(r, "", lost, text);
    free(text);
    free(lost);
}

void report_machine(report *r)
{
    report_speed speed;
    report_bits bits;
    efficiency_measure(r, &r->waste, 32);
    if (!report_ends(r)) r->status = speed_measure(r, &speed);
    if (!report_ends(r)) r->status = bits_measure(r, &bits);
    if (report_ends(r)) return;
    page_section(r, "machine", "This machine", "");
    fputs("<div class=\"cards\">\n", r->page);
    card_speed(r, &speed);
    card_bits(r, &bits);
    card_waste(r);
    fputs("</div>\n", r->page);
    speed_figure(r, &speed);
    waste_figure(r);
    bits_figure(r, &bits);
    page_section_end(r);
}
