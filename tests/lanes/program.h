/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by programs for one target and dtype: cmocka, or a substitute for it, and the check that this processor has the
 * instructions. */
#ifndef RR_TESTS_PROGRAM_H
#define RR_TESTS_PROGRAM_H

#if defined(RR_NO_CMOCKA)
/* The part of cmocka that is used. The first failure ends the program. */
struct CMUnitTest {
    const char *name;
    void (*run)(void **);
};
#define cmocka_unit_test(f) {#f, f}
#define print_error(...) fprintf(stderr, __VA_ARGS__)
#define fail() exit(1)
#define cmocka_run_group_tests(tests, setup, teardown) run_all(tests, sizeof tests / sizeof *tests)
static int run_all(const struct CMUnitTest *test, size_t n)
{
    printf("1..%zu\n", n);
    for (size_t i = 0; i < n; ++i) {
        test[i].run(NULL);
        printf("ok %zu - %s\n", i + 1, test[i].name);
    }
    return 0;
}
#else
#include <cmocka.h>
#endif

/* True if this processor has the instructions. */
static int usable(void)
{
#if defined(RR_TARGET_AVX512) && defined(__AVX512F__) && !defined(RR_EMULATED)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2");
#elif defined(RR_TARGET_AVX2)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
#else
    return 1;
#endif
}

/* Call it first in main. */
#define SKIP_UNLESS_USABLE                                        \
    if (!usable()) {                                              \
        puts("1..0 # SKIP this processor lacks the instructions"); \
        return 0;                                                 \
    }

#endif
