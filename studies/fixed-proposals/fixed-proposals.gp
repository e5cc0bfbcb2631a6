# SPDX-License-Identifier: MIT OR Apache-2.0
# Draws the tables of fixed-proposals and peers.sh; run in their directory.
load system("dirname '".ARG0."'") . '/../style.gp'
set datafile missing NaN   # lines continue across the rows of other sources

# Failures: lines are predicted, points measured; a triangle is the upper end of the interval if none failed, and if the
# expected number is above one in a thousand.
set output 'failures.svg'
set title 'Samples without an accepted proposal'
set xlabel 'proposals M'
set ylabel 'fraction of the samples'
set logscale y
set format y '10^{%T}'
set xrange [0.5:16.5]
set xtics 2
set yrange [1e-12:1]
set key top right
of(source, shapes, y) = strcol(1) eq source && strcol(2) eq shapes ? y : NaN
some(y) = $5 > 0 ? y : NaN
none(y) = $5 == 0 && $9 * $4 > 1e-3 ? y : NaN
array S[4] = ['gamma', 'gamma', 'plain', 'surrogate']
array L[4] = ['log-uniform 0.1 to 10', 'uniform 1 to 2', '0.5', 'uniform 0.4 to 2']
array T[4] = ['gamma, shapes log-uniform in 0.1 ... 10', 'gamma, shapes uniform in 1 ... 2', \
              'unboosted, shape 0.5', 'unboosted, shapes uniform in 0.4 ... 2']
array C[4] = [blue, green, orange, purple]
array P[4] = [7, 5, 9, 13]
set label 1 "the document: 10^{-6} at M = 8" at 8.4, 3e-4 tc rgb black
set arrow 1 from 8.6, 1e-4 to 8.1, 2e-6 size 0.15,20 lc rgb black
set label 2 '' at 8, 1e-6 point pt 2 ps 1.6 lw 2 lc rgb black
plot for [i = 1:4] 'failures.csv' using 3:(of(S[i], L[i], $9)) with lines lw 1.5 lc rgb C[i] title T[i], \
     for [i = 1:4] '' using 3:(some(of(S[i], L[i], $6))):7:8 with yerrorbars pt P[i] ps 0.7 \
         lc rgb C[i] notitle, \
     for [i = 1:4] '' using 3:(none(of(S[i], L[i], $8))) with points pt 10 ps 0.6 lc rgb C[i] notitle
unset label 1
unset label 2
unset arrow 1

# Time against batch size; for a device only the strategies of the paper, and the library's default.
gpu = system("awk -F, 'NR > 1 && $2 !~ /^cpu/ {print $2; exit}' time.csv")
set logscale x 2
set format x '2^{%L}'
set xrange [*:*]
set yrange [*:*]
set xtics autofreq
set xlabel 'samples per call'
set ylabel 'time per call, microseconds'
set key outside right top reverse Left samplen 3
array N[11] = ['loop', 'cached', 'grouped:4', 'fixed:8+', 'regroup', 'regroup:ahead', 'refill', 'compact', 'auto', \
               'numpy', 'octave']
array G[3] = ['loop', 'fixed:8+', 'compact']
array ND[11] = [2, 1, 2, 1, 2, 1, 1, 1, 2, 1, 2]
there(name) = int(system(sprintf("awk -F, -v name=%s '$1 == name {n = 1} END {print n + 0}' time.csv peers.csv", name)))
here = ''   # indices of those that were run, so that every entry of the legend has its line
do for [i = 1:11] { if (there(N[i])) { here = here . sprintf('%d ', i) } }
title_of(name) = name eq 'numpy' ? 'NumPy' : name eq 'octave' ? 'Octave randg' : name
name_of(k) = N[int(k + 0)]
point(name, dtype, y) = strcol(1) eq name && strcol(4) eq dtype && strcol(2)[1:3] eq 'cpu' ? y : NaN
far(name, dtype, y) = strcol(1) eq name && strcol(4) eq dtype && strcol(2) eq gpu ? y : NaN
do for [dtype in 'f32 f64'] {
    set output sprintf('time-%s.svg', dtype)
    set title sprintf('Gamma with a shape per draw, %s, one thread%s', dtype, gpu eq '' ? '' : '; and ' . gpu)
    plot for [k in here] '< cat time.csv peers.csv' using 5:(point(name_of(k), dtype, $6 / 1000)) \
        with linespoints pt (name_of(k) eq 'numpy' ? 8 : name_of(k) eq 'octave' ? 10 : strategy_point(name_of(k))) ps 0.7 \
        dt ND[int(k + 0)] lw (k + 0 > 7 ? 2 : 1.4) lc rgb strategy_colour(name_of(k)) title title_of(name_of(k)), \
        for [i = 1:(gpu eq '' ? 0 : 3)] 'time.csv' using 5:(far(G[i], dtype, $6 / 1000)) \
        with linespoints pt strategy_point(G[i]) ps 0.8 dt 4 lw 2 lc rgb black title G[i] . ', ' . gpu
}

# Breakdown: stacked bars, one panel per device.
unset logscale
set format
set style data histograms
set style histogram rowstacked
set style fill solid 0.85 border -1
set boxwidth 0.6
set xlabel 'type and proposals M'
set ylabel 'ns per sample'
set yrange [0:*]
set xrange [*:*]
set key inside top left
set xtics rotate by -35 font ',11'
set output 'breakdown.svg'
places = system("awk -F, 'NR > 1 && !seen[$1]++ {print $1}' breakdown.csv")
set offsets 0, 0, graph 0.5, 0   # for the key
set multiplot layout 1,words(places)
do for [place in places] {
    set title "The document's kernels, " . place
    rows = sprintf("< awk -F, '$1 == \"%s\"' breakdown.csv", place)
    plot rows using 5:xtic(sprintf('%s, %d', strcol(2), int($3))) lc rgb blue title 'normals and uniforms', \
         '' using 6 lc rgb amber title 'proposals and acceptance', \
         '' using 7 lc rgb green title 'reduction', \
         '' using 8 lc rgb orange title 'copy to the host', \
         '' using 0:10 with points pt 2 lw 2 lc rgb black title 'all in sequence', \
         '' using 0:11 with points pt 6 lw 2 lc rgb black title 'fixed:M of this library'
}
unset multiplot
unset offsets
set xtics norotate font ',13'

# Acceptance and undecided fraction.
set style data lines
set logscale xy
set format x '%g'
set format y '%g'
set xrange [0.01:1000]
set yrange [5e-5:1]
set key bottom left noreverse Right samplen 3
set xlabel 'shape'
set ylabel 'fraction of the proposals'
set output 'acceptance.svg'
set title 'Rejected and undecided proposals: formulas (lines) and counts (points)'
row(name, dtype, y) = strcol(1) eq name && strcol(2) eq dtype ? y : NaN
plot 'formulas.csv' using 1:(1 - $5) with lines lc rgb orange lw 1.5 title 'rejected, unboosted', \
     '' using 1:(1 - $2) with lines lc rgb blue lw 1.5 title 'rejected', \
     '' using 1:($6 > 0 ? $6 : NaN) with lines lc rgb purple lw 1.5 title 'undecided, printed squeeze', \
     '' using 1:3 with lines lc rgb green lw 1.5 title 'undecided, f32', \
     'acceptance.csv' using 3:(row('plain', 'f64', 1 - $6)) with points pt 9 ps 0.8 lc rgb orange notitle, \
     '' using 3:(row('gamma', 'f32', 1 - $6)) with points pt 7 ps 0.6 lc rgb blue notitle, \
     '' using 3:(row('plain', 'f64', $8)) with points pt 13 ps 0.8 lc rgb purple notitle, \
     '' using 3:(row('gamma', 'f32', $8)) with points pt 5 ps 0.6 lc rgb green notitle

# The paper's curves.
unset logscale
set xlabel 'x'
set ylabel 'density'
set xrange [-4:4]
set yrange [0:0.55]
set key top right noreverse Right samplen 2
set output 'curves.svg'
set multiplot layout 1,2
do for [shape = 1:2] {
    set title sprintf('shape %d', shape)
    plot 'curves.csv' using 2:($1 == shape ? $3 : NaN) with lines lw 1.5 lc rgb black title 'proposal', \
         '' using 2:($1 == shape ? $4 : NaN) with lines lw 2 lc rgb blue title 'target', \
         '' using 2:($1 == shape ? $5 : NaN) with lines lw 1.5 dt 2 lc rgb orange title 'squeeze, printed', \
         '' using 2:($1 == shape ? $6 : NaN) with lines lw 1.5 dt 3 lc rgb green title 'squeeze, Reroll'
}
unset multiplot
