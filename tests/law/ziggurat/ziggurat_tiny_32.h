/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by engine/ziggurat/tables.py; do not edit. Ziggurats of few layers in f32. */

/* 2 layers of area 0.82670447512242858.
 * Accepted: 0.75801823688561385; undecided in the first pass: 0.67665569777674145. */
#define RR_NORMAL_TINY_2_LAYERS 2u
#define RR_NORMAL_TINY_2_R RR_C(0x1.5d536ap0f) /* where the tail begins */
#define RR_NORMAL_TINY_2_TAIL RR_C(0x1.5d536p0f) /* p / (r (1 - p)) */

/* One pair per layer: x_i 2^-31, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_normal_tiny_2_quick[4] = {
    0x1.0c776cp-30f, 0x1.5d536ap0f, 0x1.5d536ap-31f, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_normal_tiny_2_wedge[4] = {
    0, 0, 0x1.4d1ac4p-1f, 0,
};

/* 4 layers of area 0.37990043938948113.
 * Accepted: 0.82476486426920057; undecided in the first pass: 0.44804365970195974. */
#define RR_NORMAL_TINY_4_LAYERS 4u
#define RR_NORMAL_TINY_4_R RR_C(0x1.ee3182p0f) /* where the tail begins */
#define RR_NORMAL_TINY_4_TAIL RR_C(0x1.ee316cp0f) /* p / (r (1 - p)) */

/* One pair per layer: x_i 2^-31, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_normal_tiny_4_quick[8] = {
    0x1.39671cp-30f, 0x1.ee3182p0f, 0x1.ee3182p-31f, 0x1.71f692p0f,
    0x1.71f696p-31f, 0x1.f8fe76p-1f, 0x1.f8fe7cp-32f, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_normal_tiny_4_wedge[8] = {
    0, 0, 0x1.93ad54p-1f, 0,
    0x1.56bf48p0f, -0x1.169966p-23f, 0x1.98a3eep0f, -0x1.2d1a1p-24f,
};

/* 8 layers of area 0.17668633152203738.
 * Accepted: 0.88668017392673879; undecided in the first pass: 0.27771047413459129. */
#define RR_NORMAL_TINY_8_LAYERS 8u
#define RR_NORMAL_TINY_8_R RR_C(0x1.2c5ca2p1f) /* where the tail begins */
#define RR_NORMAL_TINY_8_TAIL RR_C(0x1.2c5c9p1f) /* p / (r (1 - p)) */

/* One pair per layer: x_i 2^-31, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_normal_tiny_8_quick[16] = {
    0x1.62e8dp-30f, 0x1.2c5ca2p1f, 0x1.2c5ca2p-30f, 0x1.fc8d34p0f,
    0x1.fc8d38p-31f, 0x1.b83a68p0f, 0x1.b83a6cp-31f, 0x1.7cd56cp0f,
    0x1.7cd57p-31f, 0x1.43c02cp0f, 0x1.43c03p-31f, 0x1.07525ep0f,
    0x1.07526p-31f, 0x1.7a7206p-1f, 0x1.7a720ap-32f, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_normal_tiny_8_wedge[16] = {
    0, 0, 0x1.b14ef8p-1f, 0,
    0x1.9021e8p0f, -0x1.02afb2p-22f, 0x1.1bfda8p1f, -0x1.1db9eap-22f,
    0x1.6467f6p1f, -0x1.18d7bap-23f, 0x1.9bcc74p1f, -0x1.62379ap-22f,
    0x1.b70b36p1f, -0x1.281a2ep-26f, 0x1.977a1ep1f, -0x1.913524p-26f,
};

/* 2 layers of area 0.70819612230420778.
 * Accepted: 0.70601911568392278; undecided in the first pass: 0.74291935613594117. */
#define RR_EXPONENTIAL_TINY_2_LAYERS 2u
#define RR_EXPONENTIAL_TINY_2_R RR_C(0x1.133776p0f) /* where the tail begins */
#define RR_EXPONENTIAL_TINY_2_TAIL RR_C(0x1.fff594p-1f) /* p / (r (1 - p)) */

/* One pair per layer: x_i 2^-24, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_exponential_tiny_2_quick[4] = {
    0x1.099e56p-23f, 0x1.133776p0f, 0x1.133776p-24f, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_exponential_tiny_2_wedge[4] = {
    0, 0, 0x1.094026p-1f, 0,
};

/* 4 layers of area 0.34020386276863708.
 * Accepted: 0.73485350214855689; undecided in the first pass: 0.55301407692550599. */
#define RR_EXPONENTIAL_TINY_4_LAYERS 4u
#define RR_EXPONENTIAL_TINY_4_R RR_C(0x1.2144bcp1f) /* where the tail begins */
#define RR_EXPONENTIAL_TINY_4_TAIL RR_C(0x1.ffffe6p-1f) /* p / (r (1 - p)) */

/* One pair per layer: x_i 2^-24, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_exponential_tiny_4_quick[8] = {
    0x1.a144c2p-23f, 0x1.2144bcp1f, 0x1.2144bcp-23f, 0x1.5dec7ap0f,
    0x1.5dec7cp-24f, 0x1.5f0708p-1f, 0x1.5f070cp-25f, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_exponential_tiny_4_wedge[8] = {
    0, 0, 0x1.62f0bcp-1f, 0,
    0x1.062e62p0f, -0x1.2c2146p-28f, 0x1.03e868p0f, -0x1.d2253p-25f,
};

/* 8 layers of area 0.15273833198606942.
 * Accepted: 0.81839311962239244; undecided in the first pass: 0.36995162944015216. */
#define RR_EXPONENTIAL_TINY_8_LAYERS 8u
#define RR_EXPONENTIAL_TINY_8_R RR_C(0x1.acaaf8p1f) /* where the tail begins */
#define RR_EXPONENTIAL_TINY_8_TAIL RR_C(0x1.fffffep-1f) /* p / (r (1 - p)) */

/* One pair per layer: x_i 2^-24, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_exponential_tiny_8_quick[16] = {
    0x1.16557cp-22f, 0x1.acaaf8p1f, 0x1.acaaf8p-23f, 0x1.422228p1f,
    0x1.42222ap-23f, 0x1.f4be4ep0f, 0x1.f4be52p-24f, 0x1.84318cp0f,
    0x1.84318ep-24f, 0x1.2382ccp0f, 0x1.2382cep-24f, 0x1.93e56ap-1f,
    0x1.93e56ep-25f, 0x1.bc4e64p-2f, 0x1.bc4e68p-26f, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_exponential_tiny_8_wedge[16] = {
    0, 0, 0x1.8a455ap-1f, 0,
    0x1.54852ep0f, -0x1.b94592p-24f, 0x1.cfa21ep0f, -0x1.a0bc1p-23f,
    0x1.16f138p1f, -0x1.0372cep-25f, 0x1.319714p1f, -0x1.a5a96p-25f,
    0x1.2c6018p1f, -0x1.9d975cp-24f, 0x1.d73c0cp0f, -0x1.ae0ab6p-25f,
};
