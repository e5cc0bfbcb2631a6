/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The code of a record that kernels leave (rr_record of reroll_gpu.h). */
#ifndef RR_ABI_RECORD_H
#define RR_ABI_RECORD_H

#define RR_RECORD_BAD 1u      /* a parameter was out of range */
#define RR_RECORD_FAILED 2u   /* samples have no accepted proposal */
#define RR_RECORD_UNFIT 4u    /* counts do not fit the job's dtype */

#endif
