/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The text that is compiled for a user-defined distribution: targets/cpu/kernels/user.c with its includes, which the library
 * contains, so that no header is needed; and the symbol that its object exports (engine/abi/user.h). */
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "targets/gpu/text.h"

/* System headers that the lane text needs. */
static const char *system_headers(const char *isa)
{
    return !strcmp(isa, "scalar") ? "" : !strcmp(isa, "neon") ? "#include <arm_neon.h>\n" : "#include <immintrin.h>\n";
}

static const char *target_of(const char *isa)
{
    static const char *const names[][2] = {{"scalar", "SCALAR"}, {"avx2", "AVX2"}, {"avx512", "AVX512"}, {"neon", "NEON"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        if (!strcmp(names[i][0], isa)) return names[i][1];
    return "";
}

static char *text_of(rr_text *text)
{
    if (!text->failed) return text->data;
    free(text->data);
    return NULL;
}

char *rr_user_unit(const rr_user *law, const char *isa, int wide)
{
    const int dtype = wide ? 64 : 32;
    rr_expansion e = {.target = target_of(isa), .sampler = "user", .user = law->lanes, .dtype = dtype, .lines = 1};
    rr_text_print(&e.text, "#include <stdint.h>\n#include <string.h>\n%s", system_headers(isa));
    rr_text_print(&e.text, "#define RR_TARGET_%s 1\n#define RR_DTYPE %d\n#define RR_ISA %s\n", e.target, dtype, isa);
    rr_text_print(&e.text, "#define RR_SAMPLER user\n#define RR_DRAW user\n#define RR_OWN_DRAW 1\n");
    rr_text_print(&e.text, "#define rr_avx2_pack rr_avx2_pack_%d\n", dtype);
    rr_expand(&e, "targets/cpu/kernels/user.c");
    if (!strcmp(isa, "avx2")) rr_expand(&e, "targets/cpu/avx2_pack.c");
    return text_of(&e.text);
}

/* Writes a C string literal. */
static void write_string(rr_text *text, const char *s)
{
    rr_text_print(text, "\"");
    for (; *s; ++s) rr_text_print(text, "\\%03o%s", (unsigned)(unsigned char)*s, *s == '\n' ? "\"\n\"" : "");
    rr_text_print(text, "\"");
}

static const char *const host_names[RR_USER_HOSTS] = {"rr_user_mean", "rr_user_cdf"};

/* Computed in double, by the machine's libm: no sample depends on it. */
static void write_host_function(rr_text *text, const rr_user *law, rr_user_host what)
{
    if (!law->host[what]) return;
    rr_text_print(text, "#include <math.h>\nstatic double %s(double %s, const double *rr_params)\n{\n", host_names[what],
                what == RR_USER_CDF ? "x" : "rr_none __attribute__((unused))");
    for (uint32_t p = 0; p < law->sampler.params; ++p)
        rr_text_print(text, "const double %s __attribute__((unused)) = rr_params[%u];\n", law->sampler.param[p].name,
            (unsigned)p);
    rr_text_print(text, "(void)rr_params;\n");
    for (const char *at = law->host[what]; *at; ++at) rr_text_print(text, "%c", *at);
    rr_text_print(text, "\n}\n");
}

static const char *host_name(const rr_user *law, rr_user_host what) { return law->host[what] ? host_names[what] : "0"; }

char *rr_user_show(const rr_user *law, const char *const *isas, unsigned n, int wide)
{
    rr_expansion e = {.target = "SCALAR", .lines = 0};
    rr_text *text = &e.text;
    const int both = n > 1 || wide < 0;
    const char *colon = strchr(law->sampler.name, ':');
    rr_text_print(text, "#include <stdint.h>\n#ifndef RR_LANE_H\n#define RR_TARGET_SCALAR 1\n#define RR_DTYPE 32\n");
    rr_expand(&e, "engine/lanes/host.h");
    rr_text_print(text, "#endif\n");
    e = (rr_expansion){.target = "SCALAR", .text = e.text};
    rr_expand(&e, "engine/abi/user.h");
    for (int what = 0; what < RR_USER_HOSTS; ++what) write_host_function(text, law, (rr_user_host)what);
    for (unsigned i = 0; i < n; ++i)
        for (int w = 0; w < 2; ++w)
            if (both || w == wide)
                rr_text_print(text, "extern const struct rr_ops rr_%s_f%d_user;\n", isas[i], w ? 64 : 32);
    rr_text_print(text, "static const rr_user_table rr_user_tables[] = {\n");
    for (unsigned i = 0; i < n; ++i)
        for (int w = 0; w < 2; ++w)
            if (both || w == wide)
                rr_text_print(text, "{\"%s\", %d, &rr_%s_f%d_user},\n", isas[i], w ? 64 : 32, isas[i], w ? 64 : 32);
    rr_text_print(text, "};\n__attribute__((visibility(\"default\"))) extern const rr_user_object rr_user_object_shown;\n"
                      "const rr_user_object rr_user_object_shown = {RR_USER_MAGIC, RR_USER_ABI, %zu, \"%s\", \"%s\", ",
                sizeof(rr_tile), rr_version(), law->digest);
    write_string(text, law->text);
    rr_text_print(text, ", \"%s\", %s, %s, %u, rr_user_tables};\n", colon ? colon + 1 : "",
                host_name(law, RR_USER_MEAN), host_name(law, RR_USER_CDF),
                both ? 2 * n : n);
    return text_of(text);
}
