/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Particles that rarely collide. In a step a particle collides with a probability that depends on its kind. It then loses a
 * gamma variate of energy, whose shape also depends on its kind, until no energy is left. In each step few lanes need a
 * gamma variate; the others also make the call, and make attempts for them.
 *
 * The result has the bits of rr_gamma_f32(key, ...) in a branch. */
KERNEL particles(rr_index64 seed, unsigned int count, unsigned int steps, GLOBAL float *energy,
                 GLOBAL unsigned int *collisions)
{
    const unsigned int i = ITEM, kind = i % 4u;
    const rr_key when = rr_key_make(seed, 0), how_much = rr_key_make(seed, 1);
    float left = i < count ? 30.0f : 0.0f;
    unsigned int hits = 0;
    for (unsigned int step = 0; step < steps; ++step) {
        const rr_index64 index = (rr_index64)step * count + i;
        const int collides = left > 0.0f && rr_uniform_f32(when, index, 0.0f, 1.0f) < 0.125f * (float)(kind + 1u);
        const float loss = rr_gamma_f32_regroup(how_much, index, 0.5f + 0.25f * (float)kind, 1.0f, collides);
        if (collides) {
            left -= loss;
            ++hits;
        }
    }
    if (i < count) {
        energy[i] = left;
        collisions[i] = hits;
    }
}
