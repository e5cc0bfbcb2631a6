/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* TestU01's batteries (L'Ecuyer and Simard, ACM TOMS 33 (2007) 22) on Reroll's samples.
 *
 *     batteries                                the sources (sources.h), one per line
 *     batteries SOURCE small|crush [SEED]      one of them; the last line says RESULT
 *
 * VERDICT, on the p-values of the battery (SmallCrush has 15, Crush 144): below 1e-10 or above 1 - 1e-10
 * fails; below 1e-4 or above 1 - 1e-4 is suspicious, and the whole source is run again with seed SEED + 1: it fails if
 * the same statistic is suspicious again. Probabilities for m p-values of true randomness: immediate failure 2e-10 m, second
 * run 2e-4 m, failure there 4e-8 m. */
#include "sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bbattery.h>
#include <swrite.h>
#include <unif01.h>

#define FAILED 1e-10
#define SUSPICIOUS 1e-4

/* TestU01 calls a function without arguments. */
static const uint32_t *word;
static size_t left;

static unsigned int next(void)
{
    if (!left) left = source_words(&word);
    --left;
    return *word++;
}

#define MAX 300
static int suspicious[MAX];   /* number of runs per statistic */

/* A p-value, measured from its nearer end. */
static void say_p(const char *before, int t)
{
    const double p = bbattery_pVal[t];
    printf(p < 0.5 ? "%s %.2g (%s)" : "%s 1 - %.2g (%s)", before, p < 0.5 ? p : 1 - p, bbattery_TestNames[t]);
}

/* One run: 0 passed, 1 suspicious, 2 failed. */
static int run(const char *source, int crush, uint64_t seed)
{
    int verdict = 0, count = 0, lowest = -1, highest = -1;
    left = 0;
    if (!source_open(source, seed)) return 2;
    unif01_Gen *gen = unif01_CreateExternGenBits((char *)source, next);
    if (crush) bbattery_Crush(gen);
    else bbattery_SmallCrush(gen);
    unif01_DeleteExternGenBits(gen);
    for (int t = 0; t < bbattery_NTests && t < MAX; ++t) {
        const double p = bbattery_pVal[t], end = p < 1 - p ? p : 1 - p;
        if (p < 0) continue;   /* not computed */
        ++count;
        if (lowest < 0 || p < bbattery_pVal[lowest]) lowest = t;
        if (highest < 0 || p > bbattery_pVal[highest]) highest = t;
        if (end >= SUSPICIOUS) continue;
        say_p(end < FAILED ? "FAILED:" : "suspicious:", t);
        putchar('\n');
        verdict = end < FAILED ? 2 : verdict ? verdict : 1;
        if (++suspicious[t] == 2) verdict = 2;
    }
    printf("RESULT %s, %s, seed %llu: %d p-values", source, crush ? "Crush" : "SmallCrush",
           (unsigned long long)seed, count);
    say_p(" from", lowest);
    say_p(" to", highest);
    printf(": %s\n", verdict == 2 ? "FAILED" : verdict ? "suspicious" : "passed");
    return verdict;
}

int main(int argc, char **argv)
{
    if (argc == 1)
        for (unsigned k = 0; source_name(k); ++k) puts(source_name(k));
    if (argc < 3) return argc == 1 ? 0 : 2;
    const int crush = !strcmp(argv[2], "crush");
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if ((!crush && strcmp(argv[2], "small")) || !source_open(argv[1], seed)) {
        fprintf(stderr, "batteries: SOURCE small|crush [SEED]; without any: the sources\n");
        return 2;
    }
    swrite_Basic = FALSE;
    int verdict = run(argv[1], crush, seed);
    if (verdict == 1) verdict = run(argv[1], crush, seed + 1) == 2 ? 2 : 0;
    source_close();
    return verdict == 2;
}
