# SPDX-License-Identifier: MIT OR Apache-2.0
# Draws the tables of doppler; run in their directory.
load system("dirname '".ARG0."'") . '/../style.gp'

# Energies after scattering: drawn (points) and by the exact kernel (lines).
set output 'spectrum.svg'
set title 'Energy of a neutron of 6.52 or 6.67 eV after hot U-238 has scattered it'
set xlabel 'energy after, eV'
set ylabel 'density, 1 / eV'
set key top left reverse Left samplen 2
array T[4] = [300, 1800, 300, 900]
array E[4] = [6.52, 6.52, 6.67, 6.67]
is(k, y) = $1 == T[k] && abs($2 - E[k]) < 1e-9 ? y : NaN
plot for [k = 1:4] 'spectrum.csv' using (($3 + $4) / 2):(is(k, $6)) with lines lc rgb STRATEGY_COLOUR[k] lw 1.5 \
         title sprintf('%d K, %.2f eV, exact', T[k], E[k]), \
     for [k = 1:4] 'spectrum.csv' using (($3 + $4) / 2):(is(k, $5)) with points pt 7 ps 0.5 lc rgb STRATEGY_COLOUR[k] notitle

set output 'acceptance.svg'
set title 'Fraction of proposals that are accepted'
set xlabel 'energy before, eV'
set ylabel 'acceptance'
set logscale y
set format y '10^{%L}'
set key bottom right
array H[5] = [300, 600, 900, 1200, 1800]
plot for [k = 1:5] 'acceptance.csv' using 2:($1 == H[k] ? $3 : NaN) with lines lc rgb STRATEGY_COLOUR[k] lw 1.5 \
         title sprintf('%d K', H[k])

# Every strategy on the best instruction set, or on the device: time against acceptance, and the use of lanes.
place = system("awk -F, 'NR > 1 {last = $6} END {print last}' strategies.csv")
set xlabel 'acceptance'
set logscale x
set format x '10^{%L}'
set key outside right top
do for [dtype in 'f32 f64'] {
    set output sprintf('time-%s.svg', dtype)
    set title sprintf('Every strategy on one energy (filled line) and in a loop over particles (large marks), %s, %s', place, dtype)
    set ylabel 'ns per sample'
    set logscale y
    set format y '10^{%L}'
    of(job, name, y) = strcol(1) eq job && strcol(5) eq dtype && strcol(6) eq place && kind(strcol(8)) eq name ? y : NaN
    plot for [k = 1:8] 'strategies.csv' using 4:(of('bulk', word(STRATEGY, k), $14)) smooth unique with linespoints \
             lc rgb STRATEGY_COLOUR[k] pt STRATEGY_POINT[k] ps 0.7 title word(STRATEGY, k), \
         for [k = 1:8] 'strategies.csv' using 4:(of('loop', word(STRATEGY, k), $14)) with points \
             lc rgb STRATEGY_COLOUR[k] pt STRATEGY_POINT[k] ps 1.3 notitle
}
set output 'lanes.svg'
set title sprintf('Fraction of lanes that make a needed attempt, %s, f32: measured, and the model (lines)', place)
set ylabel 'lanes at work'
unset logscale y
set format y '%g'
set yrange [0:1.1]
dtype = 'f32'
plot for [k = 1:8] 'strategies.csv' using 4:(of('bulk', word(STRATEGY, k), $13)) smooth unique with lines \
         lc rgb STRATEGY_COLOUR[k] title word(STRATEGY, k), \
     for [k = 1:8] 'strategies.csv' using 4:(of('bulk', word(STRATEGY, k), $12)) with points \
         lc rgb STRATEGY_COLOUR[k] pt STRATEGY_POINT[k] ps 0.8 notitle
