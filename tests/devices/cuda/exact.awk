# SPDX-License-Identifier: MIT OR Apache-2.0
# Reads PTX and reports instructions on f32 or f64 that a flag or a compiler could round otherwise: arithmetic is one of the
# operations below, .rn and without .ftz (rcp.rn is 1 / x, rounded once); all others move or compare bits.
# rsqrt.approx.ftz.f32 and rcp.approx.ftz.f32 are allowed in rr_sqrt_pos and rr_third_over (engine/lanes/cuda.h), which do
# not depend on their last bits.
#
# ptxas would fuse a mul and an add without a rounding mode, so a PTX without fma proves nothing.
/^[ \t]*(\/\/|\.)/ {next}
{
    sub(/\/\/.*/, "")
    gsub(/[{}]/, " ")
    count = split($0, part, ";")
    for (i = 1; i <= count; ++i) {
        text = part[i]
        sub(/^[ \t]*(@!?%[a-z0-9]+[ \t]+)?/, "", text)
        split(text, word, /[ \t]+/)
        op = word[1]
        if (op !~ /\.(f16|f16x2|bf16|bf16x2|f32|f32x2|f64)(\.|$)/ || op ~ /^\./) continue
        if (op ~ /^(add|sub|mul|div|fma|sqrt|rcp)\.rn\.f(32|64)$/) continue
        if (op ~ /^(abs|min|neg|mov|selp|(ld|st)(\.[a-z0-9]+)*|setp\.(lt|le|gt|leu))\.f(32|64)$/) continue
        if (op ~ /^cvt\.(f64\.f32|rn\.f32\.f64)$/) continue
        if (op ~ /^cvt\.rn\.f(32|64)\.[us](32|64)$/ || op ~ /^cvt\.rzi\.[us](32|64)\.f(32|64)$/) continue
        if (op ~ /^(rsqrt|rcp)\.approx\.ftz\.f32$/) continue
        print FILENAME ":" FNR ": error: " op " is not in the list of operations that are exact"
        bad = 1
    }
}
END {exit bad}
