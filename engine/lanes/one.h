/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* CUDA: the number type of text that is C's double on CPUs (engine/abi/row.h): one operation at a time, as intrinsics, which
 * are never contracted. In memory it is a double. */
#ifndef RR_LANES_ONE_H
#define RR_LANES_ONE_H

#define RR_OWN_ONE
struct rr_one {
    double v;
    rr_one() = default;
    __device__ __attribute__((always_inline)) rr_one(double x) : v(x) {}
};

#define RR_ONE_OPERATOR(op, name) \
    RR_FN rr_one operator op(rr_one a, rr_one b) { return rr_one(__d##name##_rn(a.v, b.v)); } \
    RR_FN rr_one &operator op##=(rr_one &a, rr_one b) { return a = a op b; }
RR_ONE_OPERATOR(+, add)
RR_ONE_OPERATOR(-, sub)
RR_ONE_OPERATOR(*, mul)
RR_ONE_OPERATOR(/, div)
#undef RR_ONE_OPERATOR
RR_FN rr_one operator-(rr_one a) { return rr_one(-a.v); }
RR_FN bool operator<(rr_one a, rr_one b) { return rr_lt(rr_splat(a.v), rr_splat(b.v)); }
RR_FN bool operator>(rr_one a, rr_one b) { return b < a; }

RR_FN rr_real rr_splat(rr_one x) { return rr_splat(x.v); }
RR_FN rr_real rr_loadn(const rr_one *p, rr_uint32 n) { return rr_loadn(&p->v, n); }
RR_FN void rr_storen(rr_one *p, rr_real x, rr_uint32 n) { rr_storen(&p->v, x, n); }

#endif
