/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The emulator's rules on small PTX texts: correct ones run, each broken rule gives its error. TAP; messages of errors go to
 * $PTX_LOG. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"

enum { REFUSED = 218, WORDS = 64 };

/* Twice a number below 100. */
#define FUNCTION ".func  (.param .b32 func_retval0) twice(\n\t.param .b32 twice_param_0\n)\n{\n.reg .pred %p<2>;\n" \
    ".reg .b32 %r<4>;\n" \
    "ld.param.u32 %r1, [twice_param_0];\nsetp.gt.u32 %p1, %r1, 99;\n@%p1 bra $L;\nadd.s32 %r1, %r1, %r1;\n$L:\n" \
    "st.param.b32 [func_retval0+0], %r1;\nret;\n}\n"
#define CALL "{\n.param .b32 param0;\nst.param.b32 [param0+0], %r6;\n.param .b32 retval0;\ncall.uni (retval0), \n" \
    "twice, \n(\nparam0\n);\n" \
    "ld.param.b32 %r6, [retval0+0];\n}\n"
#define HEAD "// a test\n" FUNCTION ".visible .entry kernel(\n\t.param .u64 out\n)\n{\n.reg .pred %p<9>;\n" \
    ".reg .b32 %r<30>;\n.reg .f32 %f<9>;\n" \
    ".reg .b64 %rd<9>;\n.shared .align 4 .b8 s[128];\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %laneid;\n" \
    "shl.b32 %r2, %r1, 2;\n" \
    "mov.u32 %r3, s;\nadd.s32 %r4, %r3, %r2;\nxor.b32 %r5, %r4, 4;\nmul.wide.u32 %rd2, %r1, 4;\n" \
    "add.s64 %rd3, %rd1, %rd2;\n" \
    "setp.lt.u32 %p1, %r1, 16;\n"
#define TAIL "ret;\n}\n"

/* The first thread writes a word. Texts that read their thread number run in two warps. */
#define TWO_WARPS "mov.u32 %r6, %tid.x;\nsetp.eq.u32 %p2, %r6, 0;\nmov.u32 %r8, 5;\n@%p2 st.shared.u32 [s], %r8;\n" \
    "bar.sync 0;\n"

/* %r1: the lane, %r4: its word of shared memory, %r5: its neighbour's, %rd3: its word of global memory, %p1: lanes 0 to
 * 15. */
static const struct { const char *what, *body; int code; u32 first; const char *says; } cases[] = {
    {"arithmetic and a store", "add.s32 %r6, %r1, 7;\nst.global.u32 [%rd3], %r6;\n", 0, 7, NULL},
    {"the sign of the first, the size of the second", "mov.f32 %f1, 0fBF800000;\nmov.f32 %f2, 0f40000000;\n"
     "copysign.f32 %f3, %f1, %f2;\nst.global.f32 [%rd3], %f3;\n", 0, 0xc0000000u, NULL},
    {"a barrier between lanes that share a word",
     "st.shared.u32 [%r4], %r1;\nbar.warp.sync -1;\nld.shared.u32 %r6, [%r5];\nst.global.u32 [%rd3], %r6;\n", 0, 1, NULL},
    {"no barrier: a read of what another has written",
     "st.shared.u32 [%r4], %r1;\nld.shared.u32 %r6, [%r5];\nst.global.u32 [%rd3], %r6;\n", 719, 0, "a race in shared"},
    {"no barrier: a write to what another has read",
     "st.shared.u32 [%r4], %r1;\nbar.warp.sync -1;\nld.shared.u32 %r6, [%r5];\n"
     "st.shared.u32 [%r4], %r6;\n", 719, 0, "has read"},
    {"no barrier: two write one word", "st.shared.u32 [s], %r1;\n", 719, 0, "has written"},
    {"a vote is no barrier", "st.shared.u32 [%r4], %r1;\nvote.sync.any.pred %p2, %p1, -1;\nld.shared.u32 %r6, [%r5];\n"
     "st.global.u32 [%rd3], %r6;\n", 719, 0, "a race in shared"},
    {"no barrier in global memory", "st.global.u32 [%rd3], %r1;\nxor.b64 %rd4, %rd3, 4;\n"
     "ld.global.u32 %r6, [%rd4];\n", 719, 0, "global memory"},
    {"lanes that part and meet", "mov.u32 %r6, 1;\n@%p1 bra $A;\nmov.u32 %r6, 2;\n$A:\n"
     "shfl.sync.idx.b32 %r7, %r6, 31, 31, -1;\n"
     "st.global.u32 [%rd3], %r7;\n", 0, 2, NULL},
    {"a shuffle in either branch", "@%p1 bra $A;\nshfl.sync.idx.b32 %r7, %r1, 0, 31, -1;\nbra.uni $B;\n$A:\n"
     "shfl.sync.idx.b32 %r7, %r1, 0, 31, -1;\n$B:\nst.global.u32 [%rd3], %r7;\n", 719, 0, "deadlock"},
    {"a shuffle in either branch, each with its lanes", "@%p1 bra $A;\nshfl.sync.idx.b32 %r7, %r1, 17, 31, -65536;\n"
     "bra.uni $B;\n$A:\n"
     "shfl.sync.idx.b32 %r7, %r1, 3, 31, 65535;\n$B:\nst.global.u32 [%rd3], %r7;\n", 0, 3, NULL},
    {"a shuffle from a lane that is not in the mask", "@!%p1 bra $B;\nshfl.sync.idx.b32 %r7, %r1, 17, 31, 65535;\n"
     "$B:\n", 719, 0,
     "takes no part"},
    {"a mask without the lane itself", "bar.warp.sync 65535;\n", 719, 0, "own mask"},
    {"a mask of lanes that have ended", "@%p1 ret;\nbar.warp.sync -1;\n", 719, 0, "not there"},
    {"masks without a lane in common", "selp.b32 %r6, 65535, -65536, %p1;\nvote.sync.ballot.b32 %r7, %p1, %r6;\n"
     "st.global.u32 [%rd3], %r7;\n", 0, 65535, NULL},
    {"the lanes that are here", "@!%p1 bra $B;\nactivemask.b32 %r6;\nvote.sync.ballot.b32 %r7, %p1, %r6;\n"
     "and.b32 %r8, %r7, 1;\n"
     "setp.eq.u32 %p2, %r1, 0;\n@%p2 st.global.u32 [%rd3], %r8;\n$B:\n", 0, 1, NULL},
    {"different masks", "selp.b32 %r6, -1, 65535, %p1;\nbar.warp.sync %r6;\n", 719, 0, "different masks"},
    {"an undefined register stored", "st.global.u32 [%rd3], %r20;\n", 719, 0, "undefined stored value"},
    {"an undefined register that is not selected", "selp.b32 %r6, %r1, %r20, %p1;\n"
     "@%p1 st.global.u32 [%rd3], %r6;\n", 0, 0, NULL},
    {"undefinedness goes through arithmetic", "add.s32 %r6, %r20, 1;\n"
     "st.global.u32 [%rd3], %r6;\n", 719, 0, "undefined stored value"},
    {"undefinedness goes through shuffles", "@%p1 mov.u32 %r6, 1;\nshfl.sync.bfly.b32 %r7, %r6, 16, 31, -1;\n"
     "st.global.u32 [%rd3], %r7;\n",
     719, 0, "undefined stored value"},
    {"undefined shared memory", "ld.shared.u32 %r6, [%r4];\nst.global.u32 [%rd3], %r6;\n", 719, 0, "undefined stored value"},
    {"undefined global memory", "ld.global.u32 %r6, [%rd3];\n"
     "st.global.u32 [%rd3], %r6;\n", 719, 0, "undefined stored value"},
    {"an undefined address", "st.global.u32 [%rd8], %r1;\n", 719, 0, "undefined address"},
    {"an undefined predicate", "@%p5 st.global.u32 [%rd3], %r1;\n", 719, 0, "undefined predicate"},
    {"an undefined vote", "vote.sync.any.pred %p2, %p5, -1;\n", 719, 0, "undefined vote"},
    {"an undefined mask", "bar.warp.sync %r20;\n", 719, 0, "undefined mask"},
    {"out of bounds", "st.global.u32 [%rd3+256], %r1;\n", 700, 0, "out of bounds"},
    {"out of bounds in shared memory", "st.shared.u32 [%r4+4], %r1;\n", 700, 0, "out of bounds"},
    {"misaligned", "st.global.u32 [%rd3+2], %r1;\n", 716, 0, "not a multiple"},
    {"a vector that is misaligned", "st.global.v2.u32 [%rd3], {%r1, %r1};\n", 716, 0, "not a multiple"},
    {"no end", "$A:\nbra.uni $A;\n", 702, 0, "does not end"},
    {"an unknown instruction", "tanh.approx.f32 %f1, %f2;\n", REFUSED, 0, "tanh.approx.f32"},
    {"a block of one dimension", "mov.u32 %r6, %ntid.y;\nadd.s32 %r6, %r6, %tid.z;\n"
     "st.global.u32 [%rd3], %r6;\n", 0, 1, NULL},
    {"an unknown barrier", "bar.sync 1;\n", REFUSED, 0, "bar.sync"},
    {"a register of another width", "add.s32 %r6, %rd1, 1;\n", REFUSED, 0, "another width"},
    {"an unknown label", "bra $C;\n", REFUSED, 0, "unknown label"},
    {"a ballot", "vote.sync.ballot.b32 %r6, %p1, -1;\nst.global.u32 [%rd3], %r6;\n", 0, 0xffff, NULL},
    {"a loop that lanes leave one after the other", "mov.u32 %r6, 0;\n$A:\nadd.s32 %r6, %r6, 3;\n"
     "setp.le.u32 %p2, %r6, %r1;\n"
     "@%p2 bra $A;\nbar.warp.sync -1;\nst.global.u32 [%rd3], %r6;\n", 0, 3, NULL},
    {"halves of 64 bits", "mov.b64 %rd4, {%r1, %r2};\nmov.b64 {%r6, %r7}, %rd4;\nadd.s32 %r6, %r7, 5;\n"
     "st.global.u32 [%rd3], %r6;\n", 0, 5, NULL},
    {"an atomic of all lanes", "atom.global.add.u32 %r6, [%rd1+128], 1;\nst.global.u32 [%rd3], %r6;\n", 0, 0, NULL},
    {"a function, twice", "add.s32 %r6, %r1, 3;\n" CALL CALL "st.global.u32 [%rd3], %r6;\n", 0, 12, NULL},
    {"two warps and a barrier of their block", TWO_WARPS "ld.shared.u32 %r7, [s];\nsetp.lt.u32 %p3, %r6, 32;\n"
     "@%p3 st.global.u32 [%rd3], %r7;\n", 0, 5, NULL},
    {"a write to what the same lane of another warp has read", TWO_WARPS "@%p2 ld.shared.u32 %r7, [s];\n"
     "setp.eq.u32 %p3, %r6, 32;\n@%p3 st.shared.u32 [s], %r8;\n", 719, 0, "has read"},
    {"an unknown function", "call.uni \nthrice;\n", REFUSED, 0, "thrice"},
    {"the lines of a source", ".loc 1 77 3\nst.global.u32 [%rd3+1024], %r1;\n", 700, 0, "source line 77"},
};
enum { CASES = sizeof cases / sizeof *cases };

/* The emulator's last message. */
static int has_message(const char *path, const char *what)
{
    char text[4096];
    FILE *f = fopen(path, "r");
    const size_t size = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f) fclose(f);
    text[size] = '\0';
    return !what || strstr(text, what) != NULL;
}

/* 0, CUDA's code, or REFUSED. */
static int run(const char *body, u32 *memory, const char *path)
{
    char text[4096], why[200];
    snprintf(text, sizeof text, "%s%s%s", HEAD, body, TAIL);
    remove(path);
    program *p = ptx_parse(text, "kernel", why);
    if (!p) {
        FILE *f = fopen(path, "w");
        fprintf(f, "%s\n", why);
        fclose(f);
        return REFUSED;
    }
    const u64 out = (u64)(uintptr_t)memory;
    ptx_allocated(memory, WORDS * sizeof *memory);
    ptx_written(memory + LANES, LANES * sizeof *memory);
    memset(memory, 0, WORDS * sizeof *memory);
    const int code = ptx_launch(p, 1, strstr(body, "%tid.x") ? 2 * LANES : LANES, &out);
    ptx_freed(memory);
    ptx_free(p);
    return code;
}

int main(int count, char **arguments)
{
    static const char *const schedules[] = {"lowest", "highest", "random", "interleaved"};
    const char *path = count > 1 ? arguments[1] : "ptx_unit.log";
    u32 *memory = aligned_alloc(256, WORDS * sizeof *memory);
    int number = 0, bad = 0;
    setenv("PTX_LOG", path, 1);
    setenv("PTX_LIMIT", "10000", 1);
    setenv("PTX_SEED", "1", 1);
    printf("1..%d\n", 4 * CASES);
    for (int s = 0; s < 4; ++s)
        for (int c = 0; c < CASES; ++c) {
            setenv("PTX_SCHEDULE", schedules[s], 1);
            const int code = run(cases[c].body, memory, path);
            const int good = code == cases[c].code && (code || memory[0] == cases[c].first || !cases[c].first) &&
                             has_message(path, cases[c].says);
            bad |= !good;
            printf("%sok %d - %s (%s)\n", good ? "" : "not ", ++number, cases[c].what, schedules[s]);
            if (!good) printf("# error %d, first word %u\n", code, memory[0]);
        }
    remove(path);
    unsetenv("PTX_LOG");
    free(memory);
    return bad;
}
