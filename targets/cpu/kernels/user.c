/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A user-defined distribution for one instruction set and dtype, compiled at run time from text in the library
 * (targets/user/unit.c) with RR_ISA and RR_DTYPE; RR_SAMPLER and RR_DRAW are `user`. Its object is not linked with the
 * library, which stores the address of its words stage in it before the first call (targets/cpu/device.c). */
#include "engine/lanes/lane.h"

#include "engine/passes/words.h"

#include "names.h"
#include "words.h"

static const rr_words_calls *words_of_library;

#undef RR_WORDS
#define RR_WORDS(f) __atomic_load_n(&words_of_library, __ATOMIC_RELAXED)->f
#undef RR_WORDS_32
#define RR_WORDS_32 RR_WORDS(words_32)
#undef RR_WORDS_LINK
#define RR_WORDS_LINK &words_of_library

#include "sampler.c"
