/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* User-defined distributions from a proposal. docs/your-own-law.md describes the text.
 *
 *     const rr_sampler *doppler;
 *     rr_result result = RR_RESULT_INIT;
 *     if (rr_law_open("./doppler.h", &doppler, &result)) fprintf(stderr, "%s\n", result.message);
 *     job.sampler = doppler;                                // for rr_run, rr_check and rr_plan_job
 *     ...
 *     rr_law_close(&doppler);
 *
 * SECURITY. Distribution files are code that runs with your permissions: open only files that you trust. The library opens
 * only the named file and the cache of compiled distributions. */
#ifndef REROLL_USER_H
#define REROLL_USER_H

#include "reroll_core.h"
#include "reroll_sha256.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a distribution. `law` is the path of its text, or of an object made by rr_law_build (the name ends in .so). A
 * string with a newline is the text itself. At most 16 distributions may be open at the same time.
 *
 * Until rr_law_close the sampler works with rr_run, rr_check and rr_plan_job on all devices, with rr_enqueue, rr_compile
 * and rr_fuse on GPUs, and with rr_next_law_f64 of cursors. Work that is already enqueued is not affected by rr_law_close.
 * Any number of threads may use it.
 *
 * A text is first checked: it may contain only the names that docs/your-own-law.md lists. It is then compiled for the best
 * instruction set of this machine. Other instruction sets and the other dtype are compiled when a job first needs them. The
 * compiler is $CC, else cc. Compiled code is cached in $REROLL_CACHE/laws, else $XDG_CACHE_HOME/reroll/laws, else
 * $HOME/.cache/reroll/laws. This directory must belong to the user, and nobody else may have write access. A program that
 * runs with another user's permissions (setuid) ignores these variables and compiles nothing.
 *
 * On failure *sampler is NULL. RR_ERR_ARGUMENT: the file does not exist, or the text is invalid or does not compile; the
 * message names the line. RR_ERR_DEVICE: there is no compiler. RR_ERR_MEMORY: there is not enough memory. result may be
 * NULL. */
RR_API rr_status rr_law_open(const char *law, const rr_sampler **sampler, rr_result *result);

/* Opens a derived distribution of a text (RR_DERIVED). It returns another value of the same attempts, so samples with the
 * same index belong to the same attempt. derived is its name, or NULL for the distribution itself. In rr_law_open a path may
 * end in :DERIVED. A distribution and its derived distributions may be open at the same time. */
RR_API rr_status rr_law_open_derived(const char *law, const char *derived, const rr_sampler **sampler, rr_result *result);

/* Closes *sampler and sets it to NULL. NULL and *sampler == NULL are allowed. RR_ERR_ARGUMENT: jobs are using it, so it
 * stays open; or rr_law_open did not open it. */
RR_API rr_status rr_law_close(const rr_sampler **sampler);

/* Compiles a text for all instruction sets of this library into an object, for machines without a compiler. The object
 * works only with this version of the library. Returns the same errors as rr_law_open. */
RR_API rr_status rr_law_build(const char *law, const char *object, rr_result *result);

/* Writes the SHA-256 of the text of an open distribution; "" for another sampler. */
RR_API void rr_law_digest(const rr_sampler *sampler, char digest[RR_SHA256_TEXT]);

/* Returns the mean at these parameters, as RR_MEAN of the text computes it; NaN if the text has no RR_MEAN. */
RR_API double rr_law_mean(const rr_sampler *sampler, const double *params);

/* Returns P(X <= x) at these parameters, as RR_CDF of the text computes it; NaN if the text has no RR_CDF. */
RR_API double rr_law_cdf(const rr_sampler *sampler, double x, const double *params);

#ifdef __cplusplus
}
#endif

#endif
