# SPDX-License-Identifier: MIT OR Apache-2.0
"""PyTorch on the CPU: in place, where it can."""
import child
import torch

torch.set_num_threads(int(child.THREADS))
KINDS = {"f32": torch.float32, "f64": torch.float64}


def tensors(call):
    """Every parameter as a tensor of n."""
    kind = KINDS.get(call.type, torch.float32)

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
    """Through torch.distributions, a new tensor a call."""
    def make(call):
        law = make_law(*tensors(call))
        return law.sample
    return make


def bits(call):
    out = torch.empty(call.n, dtype=torch.int32)
    return lambda: out.random_(-2**31, None)


D = torch.distributions
rows = {("bits", "u32", ""): bits}
for kind in KINDS:
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


def counted(name, *values):
    """In place, in int32."""
    def make(call):
        out = torch.empty(call.n, dtype=torch.int32)
        draw, params = getattr(out, name), [value(p) for value, p in zip(values, call.one())]
        return lambda: draw(*params)
    return make


# Poisson and binomial counts are floats, a new tensor a call.
rows["integers", "i32", ""] = counted("random_", int, int)
rows["bernoulli", "i32", ""] = counted("bernoulli_", float)
rows["geometric", "i32", ""] = counted("geometric_", float)
rows["poisson", "i32", ""] = lambda call: (lambda rate: lambda: torch.poisson(rate))(*tensors(call))
rows["binomial", "i32", ""] = lambda call: (lambda n, p: lambda: torch.binomial(n, p))(*tensors(call))


def digits(kind):
    return child.digits_of(torch.empty(65536, dtype=KINDS[kind]).uniform_().numpy())


child.converse(
    torch.__version__, rows, digits,
    {"each": "yes; normal, gamma and what is made of gamma", "tails": "of its uniforms: as far as their digits go",
     "same": "no: one running state, cut by size"}, threads=64)
