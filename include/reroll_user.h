/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll: laws of your own, from a proposal. docs/your-own-law.md says how their text is written.
 *
 *     const rr_sampler *doppler;
 *     rr_result result = RR_RESULT_INIT;
 *     if (rr_law_open("./doppler.h", &doppler, &result)) fprintf(stderr, "%s\n", result.message);
 *     job.sampler = doppler;                                // of rr_run, rr_check and rr_plan_job
 *     ...
 *     rr_law_close(&doppler);
 *
 * A law is code and runs as you: open what you trust. Nothing is opened but what is named, and the cache of compiled laws.
 * */
#ifndef REROLL_USER_H
#define REROLL_USER_H

#include "reroll_core.h"
#include "reroll_sha256.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a law: `law` is the path of its text, or of an object that rr_law_build has made (its name ends in .so), or, where
 * it has a newline, the text itself. Its sampler is good for rr_run, rr_check and rr_plan_job on all devices, for
 * rr_enqueue, rr_compile and rr_fuse on GPUs (what is enqueued needs it no more), for rr_next_law_f64 of cursors, and for
 * any number of threads, until rr_law_close. At most 16 are open at once.
 *
 * A text is read first (every word must be one of laws), then compiled for the best instruction set here, and for others and
 * the other dtype when a job first asks: by $CC, else cc, into $REROLL_CACHE/laws, else $XDG_CACHE_HOME/reroll/laws, else
 * $HOME/.cache/reroll/laws, a folder that must be the user's and that nobody else may write to. A program that runs with
 * another user's rights (setuid) does not look at these and compiles nothing.
 *
 * RR_ERR_ARGUMENT: there is no such file, or the text is refused, or does not compile: the message names its line.
 * RR_ERR_DEVICE: there is no compiler. RR_ERR_MEMORY. Then *sampler is NULL. result may be NULL. */
RR_API rr_status rr_law_open(const char *law, const rr_sampler **sampler, rr_result *result);

/* The same of a view of the law (RR_VIEW): another value of the same attempts, so that samples of one index go together.
 * view is its name; NULL: the law itself. In rr_law_open a path may end in :VIEW. A law and its views may be open at
 * once. */
RR_API rr_status rr_law_open_view(const char *law, const char *view, const rr_sampler **sampler, rr_result *result);

/* Closes *sampler and sets it to NULL. NULL and *sampler == NULL are allowed. RR_ERR_ARGUMENT: jobs of it are running, and
 * it stays open, or it is not one of rr_law_open's. */
RR_API rr_status rr_law_close(const rr_sampler **sampler);

/* Compiles the text of a law for all instruction sets of this library into an object, for machines without a compiler. It is
 * good for this version of the library only. Errors as above. */
RR_API rr_status rr_law_build(const char *law, const char *object, rr_result *result);

/* SHA-256 of the text of an open law; "" if the sampler is none. */
RR_API void rr_law_digest(const rr_sampler *sampler, char digest[RR_SHA256_TEXT]);

/* What the text says the mean is at these parameters (RR_MEAN); NaN where it does not say. */
RR_API double rr_law_mean(const rr_sampler *sampler, const double *params);

/* What the text says P(X <= x) is at these parameters (RR_CDF); NaN where it does not say. */
RR_API double rr_law_cdf(const rr_sampler *sampler, double x, const double *params);

#ifdef __cplusplus
}
#endif

#endif
