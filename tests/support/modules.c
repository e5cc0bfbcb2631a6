/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "modules.h"

#include <stdlib.h>

#define RR_SAMPLER(module, name, draw, widths) extern const rr_sampler rr_sampler_##name;
#include "laws/list.h"
#undef RR_SAMPLER

static const law laws[] = {
#define RR_SAMPLER(module, name, draw, widths) {#module, #name, #draw, &rr_sampler_##name},
#include "laws/list.h"
#undef RR_SAMPLER
};

const law *law_at(size_t n)
{
    return n < sizeof laws / sizeof *laws ? &laws[n] : NULL;
}

char *law_title(const law *l, const char *what)
{
    char *title = malloc(96);
    snprintf(title, 96, "%s %s", l->name, what);
    return title;
}

void law_path(const law *l, const char *folder, char path[128])
{
    snprintf(path, 128, "laws/%s/%s/%s.txt", l->module, folder, l->name);
}

FILE *law_file(const law *l, const char *folder)
{
    char path[128];
    law_path(l, folder, path);
    return fopen(path, "r");
}
