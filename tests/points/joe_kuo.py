#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Prints the table host/points/joe_kuo.h: the first rows of Joe and Kuo's direction numbers (new-joe-kuo-6.21201; S. Joe and
F. Y. Kuo, SIAM Journal on Scientific Computing 30 (2008) 2635), read from the copy in SciPy.

joe_kuo.py            prints the table
joe_kuo.py --check    exit status 1 where host/points/joe_kuo.h differs; 77 without SciPy"""
import os
import sys

DIMS = 64
HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "../../host/points/joe_kuo.h")

HEAD = """/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Direction numbers of Sobol points: {polynomial, m_1, m_2, ...} of each dimension, with one m per degree of it.
 *
 * From S. Joe and F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections, SIAM Journal on
 * Scientific Computing 30 (2008) 2635, search criterion D(6) (new-joe-kuo-6.21201). A polynomial x^3 + x + 1 over GF(2) is
 * the number 1011 in binary. Made by tests/points/joe_kuo.py from SciPy's copy. */
"""


def table():
    import numpy
    import scipy.stats
    data = numpy.load(os.path.join(os.path.dirname(scipy.stats.__file__), "_sobol_direction_numbers.npz"))
    text = HEAD
    for polynomial, m in list(zip(data["poly"], data["vinit"]))[:DIMS]:
        degree = max(int(polynomial).bit_length() - 1, 1)
        text += "{%d, %s},\n" % (polynomial, ", ".join(str(v) for v in m[:degree]))
    return text


def main():
    try:
        text = table()
    except ImportError:
        print("SciPy is missing")
        sys.exit(77)
    if sys.argv[1:] == ["--check"]:
        sys.exit(open(TABLE).read() != text)
    print(text, end="")


main()
