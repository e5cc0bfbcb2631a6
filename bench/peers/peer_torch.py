# SPDX-License-Identifier: MIT OR Apache-2.0
"""PyTorch on the CPU, in place where possible."""
import child
import torch

torch.set_num_threads(int(child.THREADS))
KINDS = {"f32": torch.float32, "f64": torch.float64, "i32": torch.int32, "i64": torch.int64}


def tensors(call):
    """Every parameter as a tensor of n values; parameters of counts are f32 and f64."""
    kind = KINDS["f" + call.type[1:]]

    def spread(low, high):
        steps = (torch.arange(call.n, dtype=torch.float64) + 0.5) * 0.6180339887498949
        return (low + (high - low) * (steps - steps.floor())).to(kind)

    return [p if torch.is_tensor(p) else torch.full((call.n,), p, dtype=kind) for p in call.arrays(spread)]


def in_place(name, value=lambda *params: params):
    def make(call):
        out = torch.empty(call.n, dtype=KINDS[call.type])
        draw, values = getattr(out, name), value(*call.one())
        return lambda: draw(*values)
    return make


def normal(call):
    if not call.each:
        return in_place("normal_")(call)
    mean, sd = tensors(call)
    out = torch.empty(call.n, dtype=KINDS[call.type])
    return lambda: torch.normal(mean, sd, out=out)


def distribution(make_law):
    """Through torch.distributions, a new tensor per call."""
    def make(call):
        law = make_law(*tensors(call))
        return law.sample
    return make


def counts(make_draw):
    """PyTorch draws these distributions in floats; the samples are converted to integers."""
    def make(call):
        draw, kind = make_draw(*tensors(call)), KINDS[call.type]
        return lambda: draw().to(kind)
    return make


def integers(call):
    low, high = map(int, call.one())
    out = torch.empty(call.n, dtype=KINDS[call.type])
    return lambda: out.random_(low, high)


def categorical(call):
    weights = torch.from_numpy(*call.one())
    return lambda: torch.multinomial(weights, call.n, replacement=True)


def pareto(call):
    """PyTorch's begins at the scale."""
    shape, scale = tensors(call)
    law = D.Pareto(scale, shape)
    return lambda: law.sample().sub_(scale)


def bits(call):
    out = torch.empty(call.n, dtype=torch.int32)
    return lambda: out.random_(-2**31, None)


D = torch.distributions
rows = {("bits", "u32", ""): bits}
for kind in ("f32", "f64"):
    rows["uniform", kind, ""] = in_place("uniform_")
    rows["exponential", kind, ""] = in_place("exponential_", lambda scale: [1 / scale])
    rows["normal", kind, ""] = normal
    rows["lognormal", kind, ""] = in_place("log_normal_")
    rows["cauchy", kind, ""] = in_place("cauchy_")
    rows["gamma", kind, ""] = lambda call: (lambda shape: lambda: torch._standard_gamma(shape))(*tensors(call))
    rows["beta", kind, ""] = distribution(D.Beta)
    rows["chi2", kind, ""] = distribution(D.Chi2)
    rows["student-t", kind, ""] = distribution(D.StudentT)
    rows["f", kind, ""] = distribution(D.FisherSnedecor)
    rows["weibull", kind, ""] = distribution(lambda shape, scale: D.Weibull(scale, shape))
    rows["laplace", kind, ""] = distribution(D.Laplace)
    rows["gumbel", kind, ""] = distribution(D.Gumbel)
    rows["von-mises", kind, ""] = distribution(D.VonMises)
    rows["pareto", kind, ""] = pareto
for kind in ("i32", "i64"):
    rows["poisson", kind, ""] = counts(lambda lam: lambda: torch.poisson(lam))
    rows["binomial", kind, ""] = counts(lambda n, p: lambda: torch.binomial(n, p))
    rows["negative-binomial", kind, ""] = counts(lambda n, p: D.NegativeBinomial(n, 1 - p).sample)
    rows["geometric", kind, ""] = in_place("geometric_")
    rows["bernoulli", kind, ""] = in_place("bernoulli_")
    rows["integers", kind, ""] = integers
rows["categorical", "i64", ""] = categorical


def digits(kind):
    return child.digits_of(torch.empty(65536, dtype=KINDS[kind]).uniform_().numpy())


child.converse(
    torch.__version__, rows, digits,
    {"each": "yes; normal, gamma and those derived from gamma", "tails": "limited by the bits of its uniforms",
     "same": "no: one running state, cut by size",
     "counts": "poisson, binomial and negative-binomial in floats, converted; categorical by multinomial, to 2^24 weights"},
    threads=64)
