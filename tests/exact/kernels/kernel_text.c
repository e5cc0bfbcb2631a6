/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The text of kernels: every sampler x dtype x strategy, and every transform x dtype, for both targets. Tests/devices
 * compiles it; here: no include is left, no text is another target's, guarded text is there once. */
#include "tests/support/support.h"

#include "targets/gpu/engine.h"
#include "targets/gpu/text.h"

static const char *const samplers[] = {
#define RR_SAMPLER(module, ident, draw, widths) #ident,
#include "laws/list.h"
#undef RR_SAMPLER
};
static const char *const modules[] = {
#define RR_SAMPLER(module, ident, draw, widths) #module,
#include "laws/list.h"
#undef RR_SAMPLER
};
static const char *const draws[] = {
#define RR_SAMPLER(module, ident, draw, widths) #draw,
#include "laws/list.h"
#undef RR_SAMPLER
};
static const char *const drawn[] = {
#define RR_SAMPLER(module, ident, draw, widths) #widths,
#include "laws/list.h"
#undef RR_SAMPLER
};
static const char *const transforms[] = {
#define RR_TRANSFORM(ident, ...) #ident,
#include "transforms/list.h"
#undef RR_TRANSFORM
};
static const char *const strategies[] = {
#undef RR_STRATEGY
#define RR_STRATEGY(kind, ...) #kind,
#include "engine/strategies/list.h"
#undef RR_STRATEGY
};
static const char *const targets[] = {"CUDA", "OPENCL"};

#define COUNT(list) (sizeof list / sizeof *list)

static unsigned times(const char *text, const char *what)
{
    unsigned n = 0;
    for (; (text = strstr(text, what)); ++text) ++n;
    return n;
}

/* The number of lines that begin with one of these, less those that begin with `end`. */
static int open_conditions(const char *text)
{
    return (int)(times(text, "\n#if") - times(text, "\n#endif"));
}

/* The text of a request, which must be complete. */
static char *whole(const char *target, const rr_kernel_request *request)
{
    char *text = rr_kernel_text(target, request, "#define FIRST 1\n"), line[64];
    const int cuda = target[0] == 'C';
    assert_non_null(text);
    if (times(text, "\n#include") || times(text, "\n#error \"there is no"))
        fail_msg("%s %s: something is left to include", target,
                 request->sampler ? request->sampler : request->transform ? request->transform : request->strategy);
    assert_int_equal(open_conditions(text), 0);
    assert_ptr_equal(strstr(text, "#define FIRST 1\n"), text);
    snprintf(line, sizeof line, "\n#define RR_TARGET_%s 1\n#define RR_DTYPE %d\n", target, request->wide ? 64 : 32);
    assert_int_equal(times(text, line), 1);
    assert_int_equal(times(text, "\n#line 1 \"targets/gpu/kernels/kernel.h\"\n"), 1);
    assert_int_equal(times(text, "\n#line 1 \"engine/lanes/cuda.h\"\n"), cuda);
    assert_int_equal(times(text, "\n#line 1 \"engine/lanes/opencl.h\"\n"), !cuda);
    assert_int_equal(times(text, "\n#line 1 \"engine/lanes/thread.h\"\n"), 1);
    assert_int_equal(times(text, "\n#line 1 \"engine/abi/key.h\"\n"), 1);
    assert_int_equal(times(text, "engine/lanes/scalar.h"), 0);
    assert_int_equal(times(text, "rr_gpu_kernel") > 0, 1);
    return text;
}

static void every_sampler(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT(samplers); ++s)
        for (size_t k = 1; k < COUNT(strategies) && drawn[s][0] != 's'; ++k)   /* no stages have a draw of their own, */
            for (int which = 0; which < 16; ++which) {
                const int counts = drawn[s][0] == 'c';
                if (counts && !(which & 1)) continue;                           /* and counts in f64 */
                const rr_kernel_request request = {.sampler = samplers[s],
                                                   .strategy = strategies[k],
                                                   .wide = which & 1,
                                                   .counting = which >> 1 & 1,
                                                   .constant = which >> 2 & 1 ? 1 + (int)(s % 2) : 0};
                char line[256], *text = whole(targets[which >> 3], &request);
                snprintf(line, sizeof line,
                         "\n#define RR_COUNTING %d\n#define RR_SAMPLER %s\n#define RR_DRAW %s\n#define RR_PLAIN %d\n"
                         "#define RR_COUNTS %d\n#define RR_STRATEGY_RUN %s\n",
                         request.counting, samplers[s], draws[s], request.constant, counts, strategies[k]);
                assert_int_equal(times(text, line), 1);
                for (size_t other = 1; other < COUNT(strategies); ++other) {
                    snprintf(line, sizeof line, "\n#line 1 \"engine/strategies/%s.h\"\n", strategies[other]);
                    assert_int_equal(times(text, line), other == k);
                }
                snprintf(line, sizeof line, "\n#line 1 \"laws/%s/%s.h\"\n", modules[s], samplers[s]);
                assert_int_equal(times(text, line), 1);
                free(text);
            }
}

static void every_transform(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT(transforms); ++s)
        for (int which = 0; which < 4; ++which) {
            const rr_kernel_request request = {.transform = transforms[s], .wide = which & 1};
            char line[128], *text = whole(targets[which >> 1], &request);
            snprintf(line, sizeof line, "\n#line 1 \"transforms/%s.h\"\n", transforms[s]);
            assert_int_equal(times(text, line), 1);
            assert_int_equal(times(text, "engine/passes/first_pass.h"), 0);
            free(text);
        }
}

/* The texts of steps are those files, without a sampler's. */
static void every_step(void **state)
{
    static const struct { const char *name, *file; } steps[] = {
        {"advance", "advance_kernel"}, {"spread", "spread_kernel"}, {"softmax", "softmax"}, {"lower", "lower"},
    };
    (void)state;
    for (size_t s = 0; s < COUNT(steps); ++s)
        for (int which = 0; which < 4; ++which) {
            const rr_kernel_request request = {.strategy = steps[s].name, .wide = which & 1};
            char *text = whole(targets[which >> 1], &request), line[64];
            for (size_t f = 0; f < COUNT(steps); ++f) {
                snprintf(line, sizeof line, "\n#line 1 \"targets/gpu/kernels/%s.h\"\n", steps[f].file);
                assert_int_equal(times(text, line), f == s);
            }
            assert_int_equal(times(text, "laws/"), 0);
            free(text);
        }
}

/* A condition on the dtype is decided: tables of the other one are not carried. */
static void one_dtype(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        const rr_kernel_request request = {.sampler = "normal_ziggurat", .strategy = "loop", .wide = wide};
        char *text = whole("CUDA", &request);
        assert_int_equal(times(text, "\n#line 1 \"engine/ziggurat/normal_32.h\"\n"), !wide);
        assert_int_equal(times(text, "\n#line 1 \"engine/ziggurat/normal_64.h\"\n"), wide);
        free(text);
    }
}

/* A missing sampler gives an error when it is compiled, with a message. */
static void missing(void **state)
{
    const rr_kernel_request request = {.sampler = "no_such_sampler", .strategy = "loop"};
    char *text = rr_kernel_text("CUDA", &request, NULL);
    (void)state;
    assert_non_null(text);
    assert_int_equal(times(text, "\n#error \"there is no laws/no_such_sampler.h\"\n"), 1);
    free(text);
}

/* Line `number` of a file of lane text; null where there is none. */
static const char *line_of(const char *path, int number)
{
    size_t f = 0;
    while (rr_device_files[f].path && strcmp(rr_device_files[f].path, path)) ++f;
    const char *at = rr_device_files[f].path ? rr_device_file_text(f) : NULL;
    for (; at && number > 1; --number) at = (at = strchr(at, '\n')) ? at + 1 : NULL;
    return at;
}

/* By #line each line of code has its number in its file, so that compilers report errors there. */
static void lines_are_the_files(void **state)
{
    const rr_kernel_request request = {.sampler = "gamma", .strategy = "loop"};
    char path[128] = "", *const text = whole("CUDA", &request);
    int number = 0, seen = 0;
    for (const char *at = strstr(text, "\n#line ") + 1, *end; (end = strchr(at, '\n')); at = end + 1) {
        if (sscanf(at, "#line %d \"%127[^\"]\"", &number, path) == 2) continue;
        const size_t length = (size_t)(end - at) + 1;
        if (length > 1 && *at != '#') {
            const char *const have = line_of(path, number);
            if (!have || strncmp(have, at, length)) fail_msg("%s has no line %d: %.*s", path, number, (int)length, at);
            ++seen;
        }
        ++number;
    }
    assert_true(seen > 300);
    free(text);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_sampler), TEST(every_transform), TEST(every_step), TEST(one_dtype), TEST(missing),
        TEST(lines_are_the_files),
    };
    return RUN(tests);
}
