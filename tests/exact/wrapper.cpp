// SPDX-License-Identifier: MIT OR Apache-2.0
// reroll.hpp on the host: the bits of the C calls, streams that move on as theirs, errors with the library's message. Exits
// with 0 on success, otherwise with the number of the failed line.
#include <reroll.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#define EXPECT(condition) do { if (!(condition)) return __LINE__; } while (0)

// The status that f throws, and its message; RR_OK: it throws nothing.
template <class F> rr_status thrown(F f, std::string *sentence = nullptr)
{
    try {
        f();
    } catch (const reroll::error &e) {
        if (sentence) *sentence = e.what();
        return e.status();
    }
    return RR_OK;
}

template <class A, class B> bool same(const A &a, const B &b)
{
    return a.size() == b.size() && !std::memcmp(a.data(), b.data(), a.size() * sizeof *a.data());
}

static int fills(const reroll::device &cpu)
{
    enum { N = 1000 };
    std::vector<float> shape(N), theta(N), want(N);
    std::array<double, 5> z, z_want;
    for (std::size_t i = 0; i < N; ++i) shape[i] = 1 + float(i) / 100;
    const std::vector<float> scale(N, 2.0f);
    reroll::stream s(2026, 3);
    rr_stream c = rr_stream_make(2026, 3);
    reroll::fill(cpu, s, "gamma", theta, shape, scale);
    EXPECT(rr_fill_gamma_f32_each(cpu, &c, N, want.data(), shape.data(), scale.data()) == RR_OK && same(theta, want));
    reroll::fill(cpu, s, "gamma", theta, shape, 2);
    reroll::fill(cpu, s, "normal", z, 1.5, 2);
    c.next += N;
    EXPECT(rr_fill_normal_f64(cpu, &c, 5, z_want.data(), 1.5, 2) == RR_OK && same(z, z_want) && s.next() == c.next);
    reroll::fill(cpu, s, "normal", z);   // the defaults
    EXPECT(rr_fill_normal_f64(cpu, &c, 5, z_want.data(), 0, 1) == RR_OK && same(z, z_want));
    reroll::fill(cpu, s, "uniform", reroll::span_of(theta.data(), 7));
    EXPECT(s.next() == 2 * N + 17);
    reroll::fill(cpu, s, "gamma", std::vector<float>());
    EXPECT(s.next() == 2 * N + 17);
    return 0;
}

static int jobs(const reroll::device &cpu)
{
    const std::vector<double> alpha = {0.5, 1, 2};
    std::vector<double> rows(30), want(30);
    reroll::job j("dirichlet");
    j.from(reroll::stream(7).derive("shares")).cols(3).param("alpha", rr_param{alpha.data(), RR_F64, 0, 8}).out(rows);
    j.run(cpu);
    rr_job c = RR_JOB_INIT;
    c.sampler = rr_sampler_find("dirichlet");
    c.stream = rr_derive_name(rr_stream_make(7, 0), "shares");
    c.rows = 10;
    c.cols = 3;
    c.param[0] = rr_param{alpha.data(), RR_F64, 0, 8};
    c.out = want.data();
    EXPECT(rr_run(cpu, &c, nullptr) == RR_OK && same(rows, want));

    const std::vector<std::uint64_t> index = {5, 3, 9};
    std::vector<float> x(3), ten(10);
    reroll::job g("gamma");
    g.from(reroll::stream(7)).param("shape", 2.5).strategy("loop").out(ten).run(cpu);
    const reroll::job copy = g;   // its numbers are its own
    g.param("shape", 100).index(index).out(x);
    EXPECT(copy.count(cpu).accepted >= 10);
    g.param(0, 2.5).run(cpu);
    EXPECT(x[0] == ten[5] && x[1] == ten[3] && x[2] == ten[9]);

    std::vector<float> mean = {10, 20, 30, 40}, z(4), flat(4);   // a parameter per draw of a job with two columns
    reroll::stream s(7);
    reroll::fill(cpu, s, "normal", flat, mean);
    reroll::job("normal").from(reroll::stream(7)).cols(2).param(0, mean).out(z).run(cpu);
    EXPECT(same(z, flat));
    return 0;
}

// A range by the shape of its parameter: a row for all samples or per sample, a number per row, a matrix.
static int shapes(const reroll::device &cpu)
{
    const std::vector<double> alpha = {0.5, 1, 2}, covariance = {4, 1, 1, 1}, df = {3, 5, 9, 4}, factor = {1, 2, 3, 4, 5, 6};
    std::vector<double> each, x(12), want(12), nine(9), six(6);
    std::string message;
    for (int row = 0; row < 4; ++row) each.insert(each.end(), alpha.begin(), alpha.end());
    reroll::job d("dirichlet");
    d.from(reroll::stream(7)).cols(3).param("alpha", each).out(want).run(cpu);
    d.param("alpha", alpha).out(x).run(cpu);
    EXPECT(same(x, want));
    EXPECT(thrown([&] { d.param("alpha", covariance).run(cpu); }) == RR_ERR_ARGUMENT);

    reroll::job m("multivariate-normal");
    m.from(reroll::stream(7)).cols(2).param("mean", 0.0);
    m.param("covariance", rr_param{covariance.data(), RR_F64, 16, 8}).out(want).run(cpu);
    m.param("covariance", covariance).out(x).run(cpu);
    EXPECT(same(x, want));
    EXPECT(thrown([&] { m.param("covariance", alpha).run(cpu); }, &message) == RR_ERR_ARGUMENT &&
           message == "covariance has 3 elements, but its matrix has 4");

    reroll::job t("multivariate-t");
    t.from(reroll::stream(7)).cols(3).param("mean", 0.0).param("shape", rr_param{nine.data(), RR_F64, 24, 8});
    nine = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    t.param("df", rr_param{df.data(), RR_F64, 8, 0}).out(want).run(cpu);
    t.param("shape", nine).param("df", df).out(x).run(cpu);
    EXPECT(same(x, want));
    EXPECT(thrown([&] { t.param("df", alpha).run(cpu); }, &message) == RR_ERR_ARGUMENT &&
           message == "df has 3 elements, but out has 4 rows");

    reroll::job l("lowrank-normal");
    rr_dims two = {};
    two.r = 2;
    l.from(reroll::stream(7)).cols(3).param("mean", 0.0).param("diag", 1.0);
    l.param("factor", rr_param{factor.data(), RR_F64, 0, 8}).dims(two).out(want).run(cpu);
    reroll::job f("lowrank-normal");
    f.from(reroll::stream(7)).cols(3).param("mean", 0.0).param("diag", 1.0).param("factor", factor).out(x).run(cpu);
    EXPECT(same(x, want));
    EXPECT(thrown([&] { f.param("factor", covariance).run(cpu); }) == RR_ERR_ARGUMENT);

    reroll::job w("wishart");   // D is the square root of cols
    std::vector<double> square(9), square_want(9);
    w.from(reroll::stream(7)).cols(9).param("df", 4).param("scale", rr_param{nine.data(), RR_F64, 24, 8});
    w.out(square_want).run(cpu);
    w.param("scale", nine).out(square).run(cpu);
    EXPECT(same(square, square_want));

    const std::vector<double> weights = {1, 2, 3}, means = {0, 10, 20, 30, 40};   // lists of two lengths
    reroll::stream s(7);
    EXPECT(thrown([&] { reroll::fill(cpu, s, "normal-mixture", six, weights, means, weights); }, &message) ==
               RR_ERR_ARGUMENT &&
           message == "means has 5 elements, but dims.n is 3");
    EXPECT(thrown([&] { reroll::fill(cpu, s, "dirichlet", six, alpha); }, &message) == RR_ERR_ARGUMENT &&
           message == "dirichlet draws rows: make a job of it");
    return 0;
}

// Parameters of 64 bits are exact, and a list is one for all samples.
static int integers_and_lists(const reroll::device &cpu)
{
    const std::int64_t large = (std::int64_t(1) << 53) + 1, least = INT64_MIN, most = INT64_MAX;
    std::vector<std::int64_t> x(100), want(100);
    std::vector<std::uint64_t> y(100), y_want(100);
    reroll::stream s(1);
    rr_stream c = rr_stream_make(1, 0);
    reroll::fill(cpu, s, "integers", x, large, large + 2);
    EXPECT(rr_fill_integers_i64(cpu, &c, 100, want.data(), large, large + 2) == RR_OK && same(x, want));
    EXPECT(*std::min_element(x.begin(), x.end()) == large && *std::max_element(x.begin(), x.end()) == large + 1);
    reroll::fill(cpu, s, "integers-closed", x, least, most);
    EXPECT(rr_fill_integers_closed_i64(cpu, &c, 100, want.data(), least, most) == RR_OK && same(x, want));
    reroll::fill(cpu, s, "integers-closed", y, 0u, UINT64_MAX);
    EXPECT(rr_fill_integers_closed_u64(cpu, &c, 100, y_want.data(), 0, UINT64_MAX) == RR_OK && same(y, y_want));
    const std::vector<double> weights = {1, 0, 3};
    reroll::fill(cpu, s, "categorical", x, weights);
    EXPECT(rr_fill_categorical_i64(cpu, &c, 100, want.data(), weights.data(), 3) == RR_OK && same(x, want));
    reroll::job j("categorical");
    rr_dims two = {};
    two.n = 2;   // a part of the list
    j.from(reroll::stream(1)).param(0, weights).dims(two).out(x).run(cpu);
    EXPECT(*std::max_element(x.begin(), x.end()) == 0);
    two.n = 4;
    EXPECT(thrown([&] { j.dims(two).run(cpu); }) == RR_ERR_ARGUMENT);
    return 0;
}

static int errors(const reroll::device &cpu)
{
    std::vector<double> x(4), scale = {1, 1, -1, 1}, three(3);
    std::string sentence;
    reroll::stream s(1);
    reroll::device moved("cpu"), taken(std::move(moved));
    EXPECT(moved.name().empty() && !taken.name().empty());
    EXPECT(thrown([] { reroll::device("cpu:abacus"); }, &sentence) == RR_ERR_DEVICE);
    EXPECT(sentence.find("abacus") != std::string::npos);
    EXPECT(thrown([] { reroll::job("gama"); }) == RR_ERR_ARGUMENT);
    EXPECT(thrown([] { reroll::job("gamma").strategy("tightly"); }) == RR_ERR_ARGUMENT);
    EXPECT(thrown([] { reroll::job("gamma").param("shpe", 1); }) == RR_ERR_ARGUMENT);
    EXPECT(thrown([&] { reroll::fill(cpu, s, "gamma", x, 1, 1, 1); }) == RR_ERR_ARGUMENT);
    EXPECT(thrown([&] { reroll::fill(cpu, s, "gamma", x, three); }) == RR_ERR_ARGUMENT && s.next() == 0);
    const std::vector<double> none;   // not what is left out: its pointer may be null
    const std::vector<std::uint64_t> nowhere;
    EXPECT(thrown([&] { reroll::fill(cpu, s, "gamma", x, 1, none); }) == RR_ERR_ARGUMENT && s.next() == 0);
    EXPECT(thrown([&] { reroll::job("normal").index(nowhere).out(x).run(cpu); }) == RR_ERR_ARGUMENT);
    EXPECT(thrown([&] { reroll::fill(cpu, s, "dirichlet", x, 1); }) == RR_ERR_ARGUMENT);
    EXPECT(thrown([&] { reroll::job("dirichlet").cols(3).out(x).run(cpu); }) == RR_ERR_ARGUMENT);
    EXPECT(thrown([&] { reroll::job("normal").out(x).enqueue(cpu); }, &sentence) == RR_ERR_DEVICE &&
           sentence.find("GPU") != std::string::npos);
    try {
        reroll::fill(cpu, s, "gamma", x, 2, scale);
        return __LINE__;
    } catch (const reroll::error &e) {
        EXPECT(e.status() == RR_ERR_PARAM && e.bad_index() == 2 && std::string(e.what()).find("scale") != std::string::npos);
    }
    EXPECT(std::isnan(x[2]) && x[1] > 0 && s.next() == 4);
    EXPECT(thrown([&] { reroll::fill(cpu, s, "negative-binomial", x, 1e30, 1e-300); }) == RR_ERR_FIT && s.next() == 8);
    s.seek(UINT64_MAX - 2);
    EXPECT(thrown([&] { reroll::fill(cpu, s, "normal", x); }) == RR_ERR_INDEX && s.next() == UINT64_MAX - 2);
    return 0;
}

static int devices_and_cursors()
{
    reroll::device a("cpu:scalar"), b(std::move(a));
    EXPECT(!a.get() && b.name() == "cpu:scalar" && !b.context());
    a = reroll::device("cpu:scalar,tile=64");
    std::swap(a, b);
    EXPECT(thrown([&] { b.wait(); }) == RR_ERR_DEVICE);
    reroll::cursor c(b, reroll::stream(1, 2));
    rr_stream s = c.stream;
    std::uint32_t first = 0;
    int x[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    EXPECT(rr_fill_bits_u32(b, &s, 1, &first) == RR_OK && c.bits()() == first);
    std::shuffle(x, x + 9, c.bits());
    EXPECT(!std::is_sorted(x, x + 9));
    c.check();
    rr_next_normal_f64(&c, 0, -1);
    EXPECT(thrown([&] { c.check(); }) == RR_ERR_PARAM);
    c.check();
    return 0;
}

int main()
{
    const reroll::device cpu;
    for (int line :
         {fills(cpu), jobs(cpu), shapes(cpu), integers_and_lists(cpu), errors(cpu), devices_and_cursors()})
        if (line) return line % 251 ? line % 251 : 1;
    return 0;
}
