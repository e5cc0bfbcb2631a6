/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The Gibbs sampler of examples/pumps, one chain per thread: all sweeps in one launch, with only the last state in memory.
 *
 * Divisions and the sum are in f64, where all compilers round alike, so that the chains can be compared bit by bit with
 * those of the library on a CPU. */
KERNEL pumps(rr_index64 rates_seed, rr_index64 rates_stream, rr_index64 beta_seed, rr_index64 beta_stream,
             unsigned int chains,
             unsigned int pump_count, unsigned int sweeps, float beta_shape, double prior_rate, GLOBAL const float *shape,
             GLOBAL const float *hours, GLOBAL float *rate, GLOBAL float *beta)
{
    const unsigned int chain = ITEM;
    const rr_key rates_key = rr_key_make(rates_seed, rates_stream), beta_key = rr_key_make(beta_seed, beta_stream);
    float b = 1.0f;
    if (chain >= chains) return;
    for (unsigned int sweep = 0; sweep < sweeps; ++sweep) {
        const rr_index64 draw = (rr_index64)sweep * chains + chain;
        double sum = prior_rate;
        for (unsigned int k = 0; k < pump_count; ++k) {
            const float scale = (float)(1.0 / (double)(b + hours[k]));
            const float r = rr_gamma_f32(rates_key, draw * pump_count + k, shape[k], scale);
            rate[chain * pump_count + k] = r;
            sum += (double)r;
        }
        b = rr_gamma_f32(beta_key, draw, beta_shape, (float)(1.0 / sum));
    }
    beta[chain] = b;
}
