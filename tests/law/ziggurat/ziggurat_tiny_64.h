/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by engine/ziggurat/tables.py; do not edit. Ziggurats of few layers in f64. */

/* 2 layers of area 0.82670436103704919.
 * Accepted: 0.75801834149229335; undecided in the first pass: 0.67494667607981778. */
#define RR_NORMAL_TINY_2_LAYERS 2u
#define RR_NORMAL_TINY_2_R RR_C(0x1.5d5369a416925p0) /* where the tail begins */
#define RR_NORMAL_TINY_2_TAIL RR_C(0x1.5d5369a416925p0) /* p / (r (1 - p)) */

/* One pair per layer: x_i, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_normal_tiny_2_quick[4] = {
    0x1.0c7769b499145p1, 0x1.5d5369a416925p0, 0x1.5d5369a416925p0, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_normal_tiny_2_wedge[4] = {
    0, 0, 0x1.4d1ac74ec5ea7p-1, 0,
};

/* 4 layers of area 0.37990031153209813.
 * Accepted: 0.82476514184801252; undecided in the first pass: 0.44548003637511532. */
#define RR_NORMAL_TINY_4_LAYERS 4u
#define RR_NORMAL_TINY_4_R RR_C(0x1.ee318405d198p0) /* where the tail begins */
#define RR_NORMAL_TINY_4_TAIL RR_C(0x1.ee318405d198p0) /* p / (r (1 - p)) */

/* One pair per layer: x_i, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_normal_tiny_4_quick[8] = {
    0x1.3967197de912cp1, 0x1.ee318405d198p0, 0x1.ee318405d198p0, 0x1.71f698a8045bp0,
    0x1.71f698a8045b4p0, 0x1.f8fe87567c2e2p-1, 0x1.f8fe87567c2e6p-1, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_normal_tiny_4_wedge[8] = {
    0, 0, 0x1.93ad58660e81p-1, 0,
    0x1.56bf4dcd8d428p0, -0x1.94812a13bfbd4p-52, 0x1.98a3f6a67850dp0, -0x1.b3b56c951cb44p-58,
};

/* 8 layers of area 0.17668623652258032.
 * Accepted: 0.88668065067091969; undecided in the first pass: 0.2747195106103825. */
#define RR_NORMAL_TINY_8_LAYERS 8u
#define RR_NORMAL_TINY_8_R RR_C(0x1.2c5ca3a1401ddp1) /* where the tail begins */
#define RR_NORMAL_TINY_8_TAIL RR_C(0x1.2c5ca3a1401ddp1) /* p / (r (1 - p)) */

/* One pair per layer: x_i, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_normal_tiny_8_quick[16] = {
    0x1.62e8cef22b3b2p1, 0x1.2c5ca3a1401ddp1, 0x1.2c5ca3a1401ddp1, 0x1.fc8d3b4d2c83ap0,
    0x1.fc8d3b4d2c83fp0, 0x1.b83a707f1a365p0, 0x1.b83a707f1a36ap0, 0x1.7cd5766a651bap0,
    0x1.7cd5766a651bep0, 0x1.43c0376fc7738p0, 0x1.43c0376fc773cp0, 0x1.07526b9ab1875p0,
    0x1.07526b9ab1878p0, 0x1.7a722f401b8d8p-1, 0x1.7a722f401b8dcp-1, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_normal_tiny_8_wedge[16] = {
    0, 0, 0x1.b14efcac27d02p-1, 0,
    0x1.9021ef2983735p0, -0x1.1ec816f696e9bp-52, 0x1.1bfdabdc64713p1, -0x1.d492853a37799p-51,
    0x1.6467fb173f8efp1, -0x1.7c187154053bbp-52, 0x1.9bcc7cad61b36p1, -0x1.a346167e25a41p-51,
    0x1.b70b442018576p1, -0x1.758ed2cb2f4cbp-52, 0x1.977a3efb09aeap1, -0x1.ec206dee6a9d4p-57,
};

/* 2 layers of area 0.70816967479306385.
 * Accepted: 0.70604548287965922; undecided in the first pass: 0.74120066344653927. */
#define RR_EXPONENTIAL_TINY_2_LAYERS 2u
#define RR_EXPONENTIAL_TINY_2_R RR_C(0x1.13375697f1088p0) /* where the tail begins */
#define RR_EXPONENTIAL_TINY_2_TAIL RR_C(0x1.0p0) /* p / (r (1 - p)) */

/* One pair per layer: x_i, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_exponential_tiny_2_quick[4] = {
    0x1.099bab4bf8844p1, 0x1.13375697f1088p0, 0x1.13375697f1088p0, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_exponential_tiny_2_wedge[4] = {
    0, 0, 0x1.0942b17ae4fa5p-1, 0,
};

/* 4 layers of area 0.34020377230645032.
 * Accepted: 0.73485369755043118; undecided in the first pass: 0.55045048292785964. */
#define RR_EXPONENTIAL_TINY_4_LAYERS 4u
#define RR_EXPONENTIAL_TINY_4_R RR_C(0x1.2144bc4b36f2p1) /* where the tail begins */
#define RR_EXPONENTIAL_TINY_4_TAIL RR_C(0x1.fffffffffffffp-1) /* p / (r (1 - p)) */

/* One pair per layer: x_i, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_exponential_tiny_4_quick[8] = {
    0x1.a144bc4b36f2p1, 0x1.2144bc4b36f2p1, 0x1.2144bc4b36f2p1, 0x1.5dec7ef5102f9p0,
    0x1.5dec7ef5102fdp0, 0x1.5f0713d12d4ffp-1, 0x1.5f0713d12d503p-1, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_exponential_tiny_4_wedge[8] = {
    0, 0, 0x1.62f0c1bb2b16cp-1, 0,
    0x1.062e669b659f3p0, -0x1.4e41c45748c6bp-54, 0x1.03e86dee4237ap0, -0x1.306aee03ecbacp-55,
};

/* 8 layers of area 0.15273831752280778.
 * Accepted: 0.81839319711855713; undecided in the first pass: 0.36696082299102595. */
#define RR_EXPONENTIAL_TINY_8_LAYERS 8u
#define RR_EXPONENTIAL_TINY_8_R RR_C(0x1.acaaf8ede3959p1) /* where the tail begins */
#define RR_EXPONENTIAL_TINY_8_TAIL RR_C(0x1.0p0) /* p / (r (1 - p)) */

/* One pair per layer: x_i, and the size below which a point is below the next level. */
RR_TABLE rr_scalar rr_exponential_tiny_8_quick[16] = {
    0x1.16557c76f1cadp2, 0x1.acaaf8ede3959p1, 0x1.acaaf8ede3959p1, 0x1.42222a5ca2bbap1,
    0x1.42222a5ca2bbdp1, 0x1.f4be52290f251p0, 0x1.f4be52290f256p0, 0x1.84318f9f9161ap0,
    0x1.84318f9f9161ep0, 0x1.2382cfc3799d8p0, 0x1.2382cfc3799dbp0, 0x1.93e5717297be9p-1,
    0x1.93e5717297bedp-1, 0x1.bc4e71738a69fp-2, 0x1.bc4e71738a6a4p-2, 0,
};

/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */
RR_TABLE rr_scalar rr_exponential_tiny_8_wedge[16] = {
    0, 0, 0x1.8a455a706ae86p-1, 0,
    0x1.54852fcb77bd1p0, -0x1.16481385efd3p-52, 0x1.cfa2210c98e6ep0, -0x1.a55a7a4bb9ac3p-53,
    0x1.16f13a0b9d00bp1, -0x1.014c91564793fp-51, 0x1.3197155d5c7e4p1, -0x1.e10355e9fa7a2p-53,
    0x1.2c60196988417p1, -0x1.c4020b05601a4p-53, 0x1.d73c155b7458fp0, -0x1.13709dc5a6d0dp-54,
};
