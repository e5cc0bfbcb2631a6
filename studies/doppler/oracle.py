#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""The energies of a neutron after scattering by hot uranium-238, by numerical integration of the exact kernel, without
Reroll.

    oracle.py > kernel.txt       blocks: `case T E ACCEPT MEAN`, then the cells' upper ends, eV, and probabilities
    oracle.py --constants        the constants of dbrc.h, from the resonance's parameters: NAME VALUE

For a relative speed r (units of dbrc.h) the nucleus' x^2 has the density e^(-x^2) between (y - r)^2 and (y + r)^2, and r
itself the weight r^2 sigma(r) / y. The outgoing speed w is between |c - v| and c + v, with w^2 uniform, v = A / (A + 1) r
and c^2 = (y^2 + A x^2) / (A + 1) - A r^2 / (A + 1)^2. Gauss-Legendre integration, over r in pieces, over c between the
kinks."""
import sys

import numpy as np

A, E0, WIDTH_N, WIDTH_G, RADIUS = 236.006, 6.673491, 1.475792e-3, 23e-3, 0.948   # eV; 1e-12 cm
BOLTZMANN = 8.617333262e-5                                                      # eV / K
REACH, SAFE, CELLS = 13.4, 1.00001, 40
CASES = [(300, 6.52), (300, 6.67), (300, 7.2), (900, 6.3), (900, 6.67), (1800, 6.52), (1800, 7.0), (300, 36.0)]

WIDTH = WIDTH_N + WIDTH_G
K0A = 2.196771e-3 * A / (A + 1) * E0**0.5 * RADIUS
B = WIDTH_N / (WIDTH * K0A)
HIGHEST = ((B * B + 4) ** 0.5 - B) / 2


def sigma(energy):
    """The elastic cross-section over 4 pi a^2: single-level Breit-Wigner, term by term, unlike in dbrc.h."""
    z = 2 * (energy - E0) / WIDTH
    peak, mixed = (WIDTH_N / (WIDTH * K0A)) ** 2, 2 * WIDTH_N / (WIDTH * K0A)
    return 1 + peak / (1 + z * z) + mixed * z / (1 + z * z)


def pieces(low, high, count, order):
    """Gauss-Legendre nodes and weights in `count` equal pieces."""
    x, w = np.polynomial.legendre.leggauss(order)
    width = (high - low) / count
    middle = low + width * (np.arange(count) + 0.5)
    return (middle[:, None] + width / 2 * x).ravel(), np.tile(width / 2 * w, count)


class Case:
    def __init__(self, temperature, energy):
        self.unit = BOLTZMANN * temperature / A
        self.y = y = (energy / self.unit) ** 0.5
        self.r, weight = pieces(max(y - 9, 0), y + 9, 500, 4)
        self.cut = -np.expm1(-4 * y * self.r)     # excludes x^2 beyond (y + r)^2
        self.v = A / (A + 1) * self.r
        self.weight = weight * self.r**2 * sigma(self.r**2 * self.unit) * np.exp(-((y - self.r) ** 2)) * self.cut
        self.all = self.weight.sum()

    def centre2(self, x2):
        return (self.y**2 + A * x2) / (A + 1) - A * self.r**2 / (A + 1) ** 2

    def accept(self):
        """The fraction of accepted proposals."""
        low, high = ((max(self.y + side, 0)) ** 2 * self.unit for side in (-REACH, REACH))
        peak = E0 + HIGHEST * WIDTH / 2
        top = SAFE * max(sigma(min(max(peak, low), high)), 1)
        return self.all / (4 * self.y * top) / (0.5 + self.y * np.pi**0.5 / 4)

    def mean(self):
        """The mean of c^2 + v^2."""
        near, far = (self.y - self.r) ** 2, (self.y + self.r) ** 2
        x2 = near + 1 - (far - near) * np.exp(-(far - near)) / self.cut
        return self.unit * (self.weight * (self.centre2(x2) + self.v**2)).sum() / self.all

    def cdf(self, energy):
        """P(w <= sqrt(energy / unit)): c below |v - w| has probability 0 or 1, c between that and v + w a fraction."""
        w = (energy / self.unit) ** 0.5
        near, far = (self.y - self.r) ** 2, (self.y + self.r) ** 2
        first, last = (np.sqrt(np.maximum(self.centre2(x2), 0)) for x2 in (near, far))
        kappa = (A + 1) / A
        whole = np.clip(np.abs(self.v - w), first, last)
        end = np.clip(np.minimum(self.v + w, np.sqrt(whole**2 + 45 / kappa)), whole, last)
        node, weight = np.polynomial.legendre.leggauss(48)
        c = whole + (end - whole) * (node[:, None] + 1) / 2
        density = np.exp(-kappa * (c**2 - first**2)) / self.cut
        part = (weight[:, None] * density * (w**2 - (c - self.v) ** 2)).sum(0) * (end - whole) / 2 * kappa / (2 * self.v)
        inside = (w > self.v) * -np.expm1(-kappa * (whole**2 - first**2)) / self.cut
        return (self.weight * (part + inside)).sum() / self.all

    def cells(self):
        """Upper ends of cells, rounded to six digits, and their probabilities."""
        low, high = (max(self.y * (A - 1) / (A + 1) - 9, 0)) ** 2 * self.unit, (self.y + 9) ** 2 * self.unit
        grid = np.linspace(low, high, 600)
        below = np.array([self.cdf(e) for e in grid])
        ends = [float("%.6g" % np.interp(k / CELLS, below, grid)) for k in range(1, CELLS)]
        cdf = np.array([0] + [self.cdf(e) for e in ends] + [1])
        return ends + [np.inf], np.diff(cdf)


def main():
    if sys.argv[1:] == ["--constants"]:
        known = {"A_OVER_K": A / BOLTZMANN, "K_OVER_A": BOLTZMANN / A, "HALF_WIDTHS": 2 / WIDTH, "B": B,
                 "RESONANCE": -2 * E0 / WIDTH, "HIGHEST": HIGHEST, "SHARE": A / (A + 1), "REST": 1 / (A + 1),
                 "BOTH": A / (A + 1) ** 2}
        for name, value in known.items():
            print(name, repr(value))
        return
    for temperature, energy in CASES:
        case = Case(temperature, energy)
        print("case %g %g %.9g %.12g" % (temperature, energy, case.accept(), case.mean()))
        for end, probability in zip(*case.cells()):
            print("%.6g %.9g" % (end, probability))


main()
