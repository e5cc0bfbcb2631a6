/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Topics of documents by an uncollapsed Gibbs sampler: word n of document d has topic z_dn; topic k has the fraction
 * theta_dk of the document and uses word v with the known probability TOPIC[k][v]. The sampler alternates
 *
 *     z_dn   ~ categorical with weights theta_dk TOPIC[k][word]      one row of weights per word
 *     theta_d ~ Dirichlet with shapes ALPHA + number of z_dn = k      one row of shapes per document
 *
 * for all documents at once. With three topics the mean of theta_d given the words is an integral over a triangle, which is
 * also computed on a fine grid (Griffiths and Steyvers, PNAS 101 (2004) 5228, for the model).
 *
 *     cc -O2 examples/topics.c $(pkg-config --cflags --libs reroll) -lm && ./a.out
 *
 * The exit status is 0 if no fraction deviates by more than 0.01; with SWEEPS sweeps the largest deviation is half of it. */
#include <math.h>
#include <stdio.h>

#include <reroll.h>

enum { DOCUMENTS = 40, WORDS = 50, TOPICS = 3, VOCABULARY = 6, BURN = 200, SWEEPS = 20000 };

static const double ALPHA = 0.7;
static const double TOPIC[TOPICS][VOCABULARY] = {
    {0.4, 0.3, 0.1, 0.1, 0.05, 0.05}, {0.05, 0.1, 0.4, 0.3, 0.1, 0.05}, {0.05, 0.05, 0.1, 0.1, 0.3, 0.4},
};

static int64_t words[DOCUMENTS][WORDS];

/* Draws documents from the model. */
static int write_documents(const rr_device *cpu, rr_stream root)
{
    rr_stream stream = rr_derive_name(root, "words"), shares = rr_derive_name(root, "shares");
    static double theta[DOCUMENTS][TOPICS], weights[DOCUMENTS][WORDS][VOCABULARY];
    const double alpha[TOPICS] = {ALPHA, ALPHA, ALPHA};
    if (rr_fill_dirichlet_f64(cpu, &shares, DOCUMENTS, TOPICS, theta[0], alpha)) return 1;
    for (int d = 0; d < DOCUMENTS; ++d)
        for (int n = 0; n < WORDS; ++n)
            for (int v = 0; v < VOCABULARY; ++v) {
                weights[d][n][v] = 0;
                for (int k = 0; k < TOPICS; ++k) weights[d][n][v] += theta[d][k] * TOPIC[k][v];
            }
    return rr_fill_categorical_i64_each(cpu, &stream, DOCUMENTS * WORDS, words[0], weights[0][0], VOCABULARY) != RR_OK;
}

/* The mean fractions of a document, by a sum over a grid at the centres of squares that are mapped to the triangle. */
static void exactly(const int64_t *text, double mean[TOPICS])
{
    enum { STEPS = 600 };
    int count[VOCABULARY] = {0};
    double total = 0, max = -1e300;
    for (int n = 0; n < WORDS; ++n) ++count[text[n]];
    for (int k = 0; k < TOPICS; ++k) mean[k] = 0;
    for (int pass = 0; pass < 2; ++pass)   /* the largest logarithm, then the sum */
        for (int i = 0; i < STEPS; ++i)
            for (int j = 0; j < STEPS; ++j) {
                /* maps (u, v) from the square to the triangle; the power 1/ALPHA flattens the density at its corners */
                const double u = pow((i + 0.5) / STEPS, 1 / ALPHA), v = pow((j + 0.5) / STEPS, 1 / ALPHA);
                const double theta[TOPICS] = {u, (1 - u) * v, (1 - u) * (1 - v)};
                double log_of = (ALPHA - 1) * log(1 - v) + (2 * ALPHA - 1) * log1p(-u);
                for (int w = 0; w < VOCABULARY; ++w) {
                    double p = 0;
                    for (int k = 0; k < TOPICS; ++k) p += theta[k] * TOPIC[k][w];
                    log_of += count[w] * log(p);
                }
                if (!pass) {
                    max = fmax(max, log_of);
                    continue;
                }
                total += exp(log_of - max);
                for (int k = 0; k < TOPICS; ++k) mean[k] += theta[k] * exp(log_of - max);
            }
    for (int k = 0; k < TOPICS; ++k) mean[k] /= total;
}

/* One sweep: topics of all words, then fractions of all documents. */
static int sweep(const rr_device *cpu, rr_stream *choices, rr_stream *shares, double theta[DOCUMENTS][TOPICS])
{
    static double weights[DOCUMENTS][WORDS][TOPICS], shapes[DOCUMENTS][TOPICS];
    static int64_t topic[DOCUMENTS][WORDS];
    for (int d = 0; d < DOCUMENTS; ++d)
        for (int n = 0; n < WORDS; ++n)
            for (int k = 0; k < TOPICS; ++k) weights[d][n][k] = theta[d][k] * TOPIC[k][words[d][n]];
    if (rr_fill_categorical_i64_each(cpu, choices, DOCUMENTS * WORDS, topic[0], weights[0][0], TOPICS)) return 1;
    for (int d = 0; d < DOCUMENTS; ++d) {
        for (int k = 0; k < TOPICS; ++k) shapes[d][k] = ALPHA;
        for (int n = 0; n < WORDS; ++n) ++shapes[d][topic[d][n]];
    }
    return rr_fill_dirichlet_f64_each(cpu, shares, DOCUMENTS, TOPICS, theta[0], shapes[0]) != RR_OK;
}

int main(void)
{
    static double theta[DOCUMENTS][TOPICS], mean[DOCUMENTS][TOPICS];
    const rr_stream root = rr_stream_make(2026, 0);
    double worst = 0;
    rr_device *cpu;
    rr_stream choices = rr_derive_name(root, "topics"), shares = rr_derive_name(root, "sweeps");
    if (rr_device_open("cpu", &cpu) || write_documents(cpu, root)) return 1;
    for (int d = 0; d < DOCUMENTS; ++d)
        for (int k = 0; k < TOPICS; ++k) theta[d][k] = 1. / TOPICS;
    for (int s = 0; s < BURN + SWEEPS; ++s) {
        if (sweep(cpu, &choices, &shares, theta)) return 1;
        for (int d = 0; d < DOCUMENTS && s >= BURN; ++d)
            for (int k = 0; k < TOPICS; ++k) mean[d][k] += theta[d][k] / SWEEPS;
    }
    for (int d = 0; d < DOCUMENTS; ++d) {
        double exact[TOPICS];
        exactly(words[d], exact);
        for (int k = 0; k < TOPICS; ++k) worst = fmax(worst, fabs(exact[k] - mean[d][k]));
        if (d < 3)
            printf("document %d: shares %.3f %.3f %.3f, exactly %.3f %.3f %.3f\n", d, mean[d][0], mean[d][1], mean[d][2],
                   exact[0], exact[1], exact[2]);
    }
    printf("in %d documents the largest error of a fraction is %.4f\n", DOCUMENTS, worst);
    rr_device_close(&cpu);
    return worst > 0.01;
}
