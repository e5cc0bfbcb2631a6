# SPDX-License-Identifier: MIT OR Apache-2.0
# Costs in instructions (costs.c), one C string per line, from the table of CUDA kernels (bench/results/cuda-kernels.txt):
#
#   first           unit of compact.main if it exists, else of compact.plain, or with the boost if a sampler always takes it;
#                   auxiliary: the addition of compact.plain's boost
#   attempt, decide steps of a warp: each of its 32 lanes waits for them
#   each            the additional cost of compact's unit, and 32 times that of its retry
#   register noted  32 times a round of queueing, the mean of all kernels
function number(what) { return $column[what] == "-" ? -1 : $column[what] + 0 }
BEGIN { print "/* SPDX-License-Identifier: MIT OR Apache-2.0 */" }
$1 == "#" && $2 == "kernel" { for (i = 2; i <= NF; ++i) column[$i] = i - 1; next }
/^#/ || !("decide" in column) || $1 !~ /\.compact(\.plain|\.main)?$/ { next }
{
    split($1, part, ".")
    key = $2 " f" part[2] " sampler " part[1]
    unit = number("unit"); boost = number("boost")
    first = unit < 0 ? boost : unit
    if (first < 0) next
    if (part[4] == "main") { main[key] = first; next }
    if (part[4] != "plain") { varying[key] = first; retry[key] = number("again"); next }
    names[++count] = key
    plain[key] = first
    aux[key] = unit < 0 || boost < 0 ? 0 : boost - unit
    again[key] = number("again")
    decide[key] = number("decide")
    set = $2 " f" part[2]
    rounds[set] += number("queue"); kernels[set]++
}
END {
    for (set in kernels) {
        printf "\"%s device 0 0 0\\n\"\n", set
        printf "\"%s strategy compact 0 %.5g 0\\n\"\n", set, 32 * rounds[set] / kernels[set]
    }
    for (n = 1; n <= count; ++n) {
        key = names[n]
        if (key in main) { aux[key] += plain[key] - main[key]; plain[key] = main[key] }
        more = varying[key] > plain[key] ? varying[key] - plain[key] : 0
        tries = retry[key] > again[key] ? retry[key] - again[key] : 0
        printf "\"%s %.5g %.5g %.5g 0 %.5g %.5g 0 %.5g\\n\"\n", key, plain[key], 32 * again[key], 32 * decide[key], aux[key], more,
            32 * tries
    }
}
