# SPDX-License-Identifier: MIT OR Apache-2.0
# Draws the tables of warp-iterations; run in the directory of grid.csv and start.csv.
load system("dirname '".ARG0."'") . '/../style.gp'
set key top left reverse Left samplen 2

stats 'grid.csv' using 4 nooutput name 'LOOPS'
printed = LOOPS_min
long = LOOPS_max
# Real lanes of a processor have another name if there are a device's.
lanes = int(system("grep -c ^processor grid.csv")) ? 'processor' : 'reroll'
gpu = system("awk -F, '$1 == \"reroll\" && $15 !~ /^cpu/ {print $15; exit}' grid.csv")
is(source, warp, loops) = strcol(1) eq source && $2 == warp && $4 == loops
of(source, warp, loops, y) = is(source, warp, loops) ? y : NaN

# Figure 3, with warps that the paper does not test.
set output 'mean.svg'
set title sprintf('Iterations of a warp: real lanes (%.0f calls per point) and Eq. 9', long)
set xlabel 'rejection probability'
set ylabel 'mean iterations'
set xrange [0:1]
set logscale y
set yrange [1:100]
array W[4] = [4, 8, 16, 32]
plot for [i = 1:4] 'grid.csv' using 3:(of(lanes, W[i], long, $8)) with lines lc rgb WARP_COLOUR[i] lw 1.5 \
         title sprintf('%d lanes, Eq. 9', W[i]), \
     for [i = 1:4] 'grid.csv' using 3:(of(lanes, W[i], long, $5)) with points pt WARP_POINT[i] ps 0.8 lc rgb WARP_COLOUR[i] \
         title sprintf('%d lanes, measured', W[i]), \
     for [i = 1:(gpu eq '' ? 0 : 1)] 'grid.csv' \
         using 3:(strcol(1) eq 'reroll' && $4 == long ? $5 : NaN) with points pt 2 lc rgb black title gpu . ', its own warps'

# Deviations from the model, for both lengths and all sources at 32 lanes.
unset logscale y
set xrange [0:1]
set key top right
do for [k = 1:2] {
    loops = k == 1 ? printed : long
    set output sprintf('deviation-%d.svg', k)
    set title sprintf('Mean of %.0f calls of a warp of 32, less Eq. 9', loops)
    set ylabel 'standard errors'
    set yrange [-6:6]
    set arrow 1 from 0, 1.96 to 1, 1.96 nohead dt 2 lc rgb black
    set arrow 2 from 0, -1.96 to 1, -1.96 nohead dt 2 lc rgb black
    plot 'grid.csv' using 3:(of(lanes, 32, loops, $9)) with points pt 7 ps 0.7 lc rgb blue title 'Philox, real lanes', \
         'grid.csv' using 3:(of('lcg-neighbours', 32, loops, $9)) with points pt 9 ps 0.9 lc rgb orange \
             title 'LCG as printed', \
         'grid.csv' using 3:(of('lcg-drawn', 32, loops, $9)) with points pt 5 ps 0.7 lc rgb green title 'LCG, drawn seeds', \
         'grid.csv' using 3:(of('philox-neighbours', 32, loops, $9)) with points pt 13 ps 0.8 lc rgb purple \
             title 'Philox, neighbouring keys'
    unset arrow 1
    unset arrow 2
}

# The effect of neighbouring seeds at the start: one picture per rejection probability.
set logscale x
set xrange [0.9:1100]
set xlabel 'outer loops so far'
set ylabel 'mean so far, less Eq. 9, %'
set autoscale y
at(generator, rho, y) = strcol(1) eq generator && $2 == rho + 0 ? y : NaN
# The half width of a 95 % interval: the deviation divided by its size in standard errors.
half = 'abs(($8 - $5) / $9) * 1.96 / $5 * 100'
do for [rho in '0.02 0.1 0.5 0.8'] {
    set output sprintf('start-%s.svg', rho)
    set title sprintf('Bias of the first loops, 32 lanes, rejection %s, 95 %% intervals', rho)
    plot 'start.csv' using ($3 * 0.97):(at('philox-neighbours', rho, ($8 / $5 - 1) * 100)):(@half) with yerrorlines \
             pt 13 ps 0.7 lc rgb purple title 'Philox, neighbouring keys', \
         '' using 3:(at('lcg-drawn', rho, ($8 / $5 - 1) * 100)):(@half) with yerrorlines \
             pt 5 ps 0.6 lc rgb green title 'LCG, drawn seeds', \
         '' using ($3 * 1.03):(at('lcg-neighbours', rho, ($8 / $5 - 1) * 100)):(@half) with yerrorlines \
             pt 9 ps 0.8 lc rgb orange title 'LCG, neighbouring seeds'
}
