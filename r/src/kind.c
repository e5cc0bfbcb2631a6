/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* RNGkind("user-supplied"): number i of unif_rand is sample i of `uniform`, inside (0, 1). .Random.seed has seed, stream and
 * index, each as two integers, the lower one first, so restoring it restores the position. */
#include "package.h"
#include "reroll_prepared.h"

enum { WINDOW = 1024 };

static int state[6], words = 6;
static double window[WINDOW], value;
static rr_stream shown;   /* the stream of the window, and the index of its first number; if `drawn` */
static int drawn;
static int asked;         /* R has asked this generator for a number */

static uint64_t get(int i) { return (uint64_t)(uint32_t)state[i + 1] << 32 | (uint32_t)state[i]; }

static void put(int i, uint64_t x)
{
    state[i] = (int)(uint32_t)x;
    state[i + 1] = (int)(uint32_t)(x >> 32);
}

static void draw_window(rr_stream s)
{
    static rr_device *cpu;
    static const rr_sampler *uniform;
    if (!uniform) uniform = rr_sampler_find("uniform");
    if (!cpu && rr_device_open("cpu", &cpu) != RR_OK) Rf_error("reroll: no device \"cpu\"");
    rr_job job = RR_JOB(uniform, RR_F64, s, WINDOW, 1, window, RR_PARAM_DEFAULT);
    if (rr_run(cpu, &job, NULL) != RR_OK) Rf_error("reroll: the stream has no numbers left");
    shown = s;
    drawn = 1;
}

double *user_unif_rand(void)
{
    asked = 1;
    rr_stream s = {get(0), get(2), get(4)};
    const uint64_t next = s.next;
    s.next -= next % WINDOW;
    if (!drawn || s.next != shown.next || s.seed != shown.seed || s.stream != shown.stream) draw_window(s);
    put(4, next + 1);
    value = window[next % WINDOW];
    if (value >= 1) value = 1 - 0x1p-53;
    if (value <= 0) value = 0x1p-1074;
    return &value;
}

void user_unif_init(Int32 seed)
{
    put(0, seed), put(2, 0), put(4, 0);
}

int *user_unif_nseed(void) { return &words; }
int *user_unif_seedloc(void) { return state; }

/* Called after RNGkind: sets the position. FALSE if R uses another package's generator: of all packages that have one, it
 * takes that of the one loaded last. Then .Random.seed, and so the kind, is what it was before. */
SEXP C_kind(SEXP seed, SEXP number, SEXP index, SEXP before)
{
    const uint64_t s = package_u64(seed, "seed"), t = package_u64(number, "stream"), i = package_u64(index, "index");
    GetRNGstate();
    asked = 0;
    unif_rand();
    put(0, s), put(2, t), put(4, i);
    PutRNGstate();
    if (!asked && before != R_NilValue) Rf_defineVar(Rf_install(".Random.seed"), before, R_GlobalEnv);
    return Rf_ScalarLogical(asked);
}
