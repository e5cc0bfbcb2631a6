/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes the text of every kernel of the CUDA bundle, FOLDER/NAME.cu, under the name by which the library finds its code
 * (targets/cuda/bundle.c). Counting kernels are written for `attempts` only, with which make gpu-check counts the iterations
 * of every strategy. Other counting kernels are used in studies, which have a compiler. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "targets/cuda/cuda.h"

#define RR_SAMPLER(module, name, draw, widths) extern const rr_sampler rr_sampler_##name;
#include "laws/list.h"
#undef RR_SAMPLER

/* has: a kernel in f32, in f64. */
static const struct { const char *name, *draw; const rr_sampler *sampler; int has[2]; } samplers[] = {
#define HAS_32 {1, 0}
#define HAS_64 {0, 1}
#define HAS_32_64 {1, 1}
#define HAS_counts HAS_64
#define HAS_counts_32 HAS_64
#define HAS_stages {0, 0}   /* they have no draw of their own */
#define RR_SAMPLER(module, name, draw, widths) {#name, #draw, &rr_sampler_##name, HAS_##widths},
#include "laws/list.h"
#undef RR_SAMPLER
};
static const char *const strategies[] = {
#undef RR_STRATEGY
#define RR_STRATEGY(kind, ...) #kind,
#include "engine/strategies/list.h"
#undef RR_STRATEGY
};
static const char *const transforms[] = {
#define RR_TRANSFORM(ident, ...) #ident,
#include "transforms/list.h"
#undef RR_TRANSFORM
};

#define COUNT(list) (sizeof list / sizeof *list)

static void write_text(const char *folder, rr_kernel_request request)
{
    char name[160], path[4096];
    char *text = rr_cuda_kernel_text(&request);
    FILE *f = NULL;
    if (text) {
        rr_cuda_bundle_name(&request, text, name);
        if (snprintf(path, sizeof path, "%s/%s.cu", folder, name) < (int)sizeof path) f = fopen(path, "w");
    }
    if (!f || fputs(text, f) < 0 || fclose(f)) {
        fprintf(stderr, "bundle: can't write the kernels' texts to %s\n", folder);
        exit(1);
    }
    free(text);
}

/* True if the sampler is in the bundle. Samplers with their own row text are not: they are compiled on demand. */
static int drawn(const rr_sampler *s) { return !s->row_stages; }

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    for (int wide = 0; wide < 2; ++wide) {
        for (size_t s = 0; s < COUNT(samplers); ++s)
            /* The first strategy is auto, which has no kernel. */
            for (size_t k = 1; k < COUNT(strategies) && samplers[s].has[wide] && drawn(samplers[s].sampler); ++k) {
                /* Only compact has default ones (targets/gpu/launch.c), and only the gamma draw an auxiliary one. */
                const int forms = strcmp(strategies[k], "compact") ? 1 : strcmp(samplers[s].draw, "gamma") ? 2 : 3;
                for (int plain = 0; plain < forms; ++plain) {
                    rr_kernel_request request = {.sampler = samplers[s].name, .strategy = strategies[k], .wide = wide,
                                           .constant = plain};
                    write_text(argv[1], request);
                    request.counting = 1;
                    if (!strcmp(request.sampler, "attempts")) write_text(argv[1], request);
                }
            }
        for (size_t t = 0; t < COUNT(transforms); ++t)
            write_text(argv[1], (rr_kernel_request){.transform = transforms[t], .wide = wide});
        write_text(argv[1], (rr_kernel_request){.strategy = "spread", .wide = wide});
        write_text(argv[1], (rr_kernel_request){.strategy = "softmax", .wide = wide});
        write_text(argv[1], (rr_kernel_request){.strategy = "lower", .wide = wide});
    }
    for (size_t s = 0; s < COUNT(samplers); ++s) {
        static const char *const steps[2][3] = {{"stage", "join", NULL}, {"stage", "sums", "total"}};
        const char *const *const own = steps[samplers[s].sampler->shape.side[0] != RR_DIM_NONE];
        for (int k = 0; samplers[s].sampler->stages && k < 3 && own[k]; ++k)
            write_text(argv[1], (rr_kernel_request){.sampler = samplers[s].name, .strategy = own[k], .wide = 1});
    }
    write_text(argv[1], (rr_kernel_request){.strategy = "choice", .wide = 1});
    write_text(argv[1], (rr_kernel_request){.strategy = "narrow"});
    write_text(argv[1], (rr_kernel_request){.strategy = "advance"});
    return 0;
}
