/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The five papers that this library is based on: figures of their models, drawn here, and their experiments, repeated by
 * studies. */
#include "figures.h"
#include "cli/report/page/page.h"
#include "cli/report/studies/studies.h"

#include <stdlib.h>

typedef struct document {
    const char *id, *title, *text;
    report_maker *model;       /* or NULL */
    const char *study;         /* or NULL */
} document;

static const document documents[] = {
    {"thomas", "Thomas: Rejection methods on GPUs",
     "D. Thomas: what voting costs, and what a warp gains when lanes that are done work ahead on their next sample.",
     report_thomas, NULL},
    {"schloss", "Schloss: Just how costly is rejection sampling anyway?",
     "J. Schloss (Algorithm Archive): normals from given points, Cartesian and polar, with and without rejection.",
     NULL, "point-transforms"},
    {"ridley", "Ridley and Forget: A simple method for rejection sampling efficiency improvement on SIMT architectures",
     "G. Ridley and B. Forget (Statistics and Computing 31 (2021) 30): the law of the iterations, its approximations, and "
     "groups of lanes that work on one sample.", report_ridley, "warp-iterations"},
    {"boksansky", "Boksansky: Sampling from a normal distribution on GPUs",
     "J. Boksansky (AMD GPUOpen): the speed and the quality of ways to draw a normal.", NULL, "normal-methods"},
    {"linderman", "Linderman: A parallel gamma sampling implementation",
     "S. Linderman (2013): a fixed number of proposals for every sample, then a reduction.", report_linderman,
     "fixed-proposals"},
};

static void make_document(report *r, const document *d)
{
    page_section(r, d->id, d->title, d->text);
    if (d->model) d->model(r);
    if (d->study && !report_ends(r) && !studies_write(r, d->study))
        fprintf(r->page, "<p class=\"absent\">Its experiments are a study that has given no section here: "
                         "<code>make study NAME=%s</code> (with gnuplot), then this page again.</p>\n", d->study);
    page_section_end(r);
}

void report_documents(report *r)
{
    for (size_t i = 0; i < sizeof documents / sizeof documents[0] && !report_ends(r); ++i) make_document(r, &documents[i]);
}
