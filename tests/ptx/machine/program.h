/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A decoded kernel of a PTX module, made by parse.c and run by the emulator. Names are those of the PTX ISA manual. */
#ifndef TESTS_PTX_PROGRAM_H
#define TESTS_PTX_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef float f32;
typedef double f64;

enum { LANES = 32, MAX_TO = 4, MAX_FROM = 6, MAX_PARAMS = 32, MAX_NAME = 64, MAX_DATA = 64 };
#define ALL_LANES 0xffffffffu

typedef enum kind {
    ARITHMETIC, PACK, UNPACK, BRANCH, RETURN, LOAD, STORE, ATOMIC, VOTE, SHUFFLE, BARRIER, ACTIVE, NOTHING
} kind;
typedef enum space { PARAM, GLOBAL, SHARED, LOCAL } space;
enum { OF_A_WARP, OF_A_BLOCK };   /* barriers */
enum { VOTE_ANY, VOTE_ALL, VOTE_BALLOT, VOTE_UNI };
enum { SHUFFLE_IDX, SHUFFLE_BFLY, SHUFFLE_UP, SHUFFLE_DOWN };
enum { ATOMIC_EXCH, ATOMIC_OR, ATOMIC_AND, ATOMIC_XOR, ATOMIC_ADD, ATOMIC_MIN, ATOMIC_MAX, ATOMIC_CAS };

/* A register of a warp's register file. A predicate is one word with one bit per lane (width 1), any other register has one
 * value per lane. */
typedef struct reg {
    size_t at;
    int width;   /* bytes per lane */
} reg;

typedef struct instruction {
    kind kind;
    int which;                            /* operation of arithmetic, or of the enumerations above */
    int to[MAX_TO], from[MAX_FROM];     /* numbers of registers; constants are registers too */
    int tos, froms;
    int guard, guard_not, negated;        /* register or -1; negated: the vote's predicate */
    int target;                           /* of a branch */
    int parts, size, is_signed;           /* of a memory operation: how many values of how many bytes */
    space space;
    s64 offset;
    int line, source;                     /* of the PTX; of the program (0 without -lineinfo) */
    char *text;
} instruction;

typedef struct constant {
    int reg;
    u64 value;
} constant;

/* The offset of a parameter among all of them. */
typedef struct parameter {
    int at, size;
} parameter;

typedef struct program {
    char entry[MAX_NAME];
    instruction *code;
    int length, capacity;
    reg *regs;
    int reg_count;
    size_t file_size;
    constant *constants;
    int constant_count;
    int tid, ntid, ctaid, nctaid, laneid;   /* registers */
    int own_mask, half_mask, full_mask;     /* that no text names (mutate.c) */
    int shared, local, params;              /* bytes */
    parameter param[MAX_PARAMS];
    int param_count;
    void *data[MAX_DATA];                  /* of .global and .const, to be freed */
    int data_count;
} program;

/* The kernel of this name in a text made by NVRTC; NULL: `why` has the error, or the unknown item, and its line. */
program *ptx_parse(const char *text, const char *name, char why[200]);
/* The name of kernel k of a text; 0: there are no more. */
int ptx_kernel_name(const char *text, int k, char name[MAX_NAME]);
void ptx_free(program *p);

int ptx_add_register(program *p, int width);
int ptx_type_size(const char *type);   /* of "u32"; 1 for a predicate, 0 if unknown */

/* arithmetic.c: the operation of that name, -1 if there is none; its widths, of the result first, and their number. */
int ptx_find_operation(const char *name, int widths[6]);

#endif
