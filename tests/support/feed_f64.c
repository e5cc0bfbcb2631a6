/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#undef RR_TARGET_SCALAR
#undef RR_DTYPE
#define RR_TARGET_SCALAR
#define RR_DTYPE 64
#define FEED_BEGIN feed_begin_f64
#define FEED_AGAIN feed_again_f64
#define FEED_UNIT feed_unit_f64
#include "feed_body.h"
