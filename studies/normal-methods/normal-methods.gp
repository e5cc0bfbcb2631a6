# SPDX-License-Identifier: MIT OR Apache-2.0
# Draws the tables of normal-methods; run in their directory.
load system("dirname '".ARG0."'") . '/../style.gp'
array M[6] = ['inverse: fast erfinv', "inverse: Giles's erfinv", 'inverse: ours', 'Box-Muller', 'polar', 'ziggurat']
array C[6] = [orange, purple, blue, green, amber, sky]
array P[6] = [9, 13, 7, 5, 11, 15]
nan = NaN

# Table 1: bars of ns per sample, one panel for the widest registers (the last in the list), one thread, one for a device.
best = system("awk -F, 'NR > 1 && $2 == 1 && $1 ~ /^cpu/ {d = $1} END {print d}' speed.csv")
array D[2] = ['f32', 'f64']
do for [k = 1:2] {
    gpu = system(sprintf("awk -F, '$1 !~ /^cpu/ && $3 == \"%s\" {print $1; exit}' speed.csv", D[k]))
    places = best . ' ' . gpu
    set terminal svg size 760,(460 * words(places))
    set output sprintf('speed-%s.svg', D[k])
    set ylabel 'ns per sample'
    set style data histograms
    set style histogram clustered gap 1
    set style fill solid 0.7 border rgb black
    set yrange [0:*]
    set key tmargin center horizontal reverse Left samplen 2
    set xtics rotate by -20 font ',11'
    set multiplot layout words(places),1
    do for [place in places] {
        set title sprintf('A normal on %s, %s', place, D[k])
        rows = sprintf("< awk -F, '$1 == \"%s\" && $2 == 1 && $3 == \"%s\"' speed.csv", place, D[k])
        plot rows using 8:xtic(4) lc rgb blue title 'one output of Box-Muller used', '' using 9 lc rgb orange title 'both'
    }
    unset multiplot
}
unset style data
set terminal svg size 760,460
set xtics norotate font ',13'
set key inside vertical
set autoscale y

# Figure 1: the density, and that of samples.
set output 'density.svg'
set title 'The normal density, and samples of normal (f32)'
set xlabel 'standard deviations'
set ylabel 'density'
set xrange [-4:4]
set yrange [0:0.45]
set key top right
plot 'density.csv' using 1:2 with lines lc rgb black title 'density', \
     '' using 1:4 with points pt 7 ps 0.5 lc rgb blue title 'samples'
set autoscale x
set autoscale y

# The error of histograms against their size.
set output 'quality.svg'
BINS = int(system("awk -F, 'NR == 2 {print $1}' expected.csv"))
set title sprintf('Histogram of n samples, %d bins, against the ideal normal, mean of 10 repeats', BINS)
set logscale xy
set xlabel 'samples'
set ylabel 'sum over bins of |fraction - probability|'
set format x '2^{%L}'
set logscale x 2
set key bottom left reverse Left samplen 2
stats 'quality.csv' using 4 nooutput name 'N'
set xrange [6e4:N_max * 1.2]
mean(m) = sprintf("< awk -F, -v m=\"%s\" 'NR > 1 && $1 == m {s[$4] += $5; ++n[$4]} END {for (k in s) print k \",\" s[k] / n[k]}' quality.csv | sort -t, -g", m)
plot 'expected.csv' using 2:4:5 with filledcurves lc rgb '#dddddd' notitle, \
     '' using 2:3 with lines lc rgb black title 'perfect samples (95 % of single repeats)', \
     '' using 2:6 with lines dt 2 lc rgb orange title 'fast erfinv, predicted', \
     for [i = 1:6] mean(M[i]) using 1:2 with points pt P[i] lc rgb C[i] title M[i]

# Figure 2: the ten repeats at the largest size.
set output 'repeats.svg'
set title sprintf('Ten repeats of %.0f samples', N_max)
unset logscale
set format x '%g'
set xlabel 'repeat'
set xrange [0.5:10.5]
set yrange [0:*]
set key bottom right
plot for [i = 1:6] 'quality.csv' using 3:(strcol(1) eq M[i] && $4 == N_max ? $5 : nan) with points pt P[i] lc rgb C[i] title M[i]

# The same, recorded at 1024^3 samples.
set output 'recorded.svg'
set ylabel 'error, 10^{-3}'
set multiplot layout 1,2
do for [bins in '1000 500'] {
    set title sprintf('1024^3 samples, %s bins', bins)
    plot for [i = 1:6] 'recorded.csv' \
         using 3:(strcol(1) eq M[i] && $2 == bins + 0 && $4 == 2 ** 30 ? $5 * 1e3 : nan) \
         with points pt P[i] lc rgb C[i] title M[i]
}
unset multiplot

# Tails by conditioning: the distance of the samples beyond t from their distribution.
set output 'conditioned.svg'
set title 'The distribution beyond t, f32 (open) and f64: Kolmogorov distance'
set logscale y
set xlabel 't'
set ylabel 'distance, in units of 1 / sqrt n'
set xrange [0:40]
set yrange [0.1:5000]
set key top right
array K[5] = ['inverse: fast erfinv', "inverse: Giles's erfinv", 'inverse: ours', 'Box-Muller', 'polar']
array KC[5] = [orange, purple, blue, green, black]
array KP[5] = [9, 11, 7, 5, 13]
law(m, d, y) = strcol(1) eq m && strcol(2) eq d ? y : nan
plot 1.63 with lines dt 2 lc rgb black title '99 % of exact samples are below', \
     for [i = 1:5] 'conditioned.csv' using 4:(law(K[i], 'f64', $7)) with points pt KP[i] lc rgb KC[i] title K[i], \
     for [i = 1:5] '' using 4:(law(K[i], 'f32', $7)) with points pt KP[i] - 1 lc rgb KC[i] notitle
unset logscale

# Errors of erfinv over all f32.
set output 'erfinv.svg'
set title 'Largest error of erfinv in a quarter of a binade, all f32'
set logscale xy
set autoscale y
set xrange [1e-38:0.6]
set xlabel 'u (erfinv of 1 - 2u)'
set ylabel 'absolute error'
set format xy '10^{%L}'
set key center left
array E[3] = ['icdf-fast', 'icdf-giles', 'icdf']
array F[3] = [orange, purple, blue]
plot 0.0035 with lines dt 2 lc rgb black title '0.0035, stated for the fast one', \
     for [i = 1:3] 'erfinv.csv' using 2:(strcol(1) eq E[i] ? $3 : nan) with points pt 7 ps 0.45 lc rgb F[i] title E[i]

# Low discrepancy.
array S[3] = ['Sobol: inverse', 'Sobol: Box-Muller', 'random']
array T[3] = [blue, green, orange]
array Q[3] = [7, 5, 9]
set key bottom left
set logscale x 2
set format x '2^{%L}'
set autoscale x
do for [f in 'smooth kink'] {
    do for [d in '2 8'] {
        set output sprintf('sobol-%s-%s.svg', f, d)
        set title sprintf('An integral over %s normals, %s integrand', d, f)
        set xlabel 'points'
        set ylabel 'root mean square error'
        plot for [i = 1:3] 'sobol.csv' using 4:(strcol(1) eq S[i] && $2 == d + 0 && strcol(3) eq f ? $5 : nan) \
             with linespoints pt Q[i] lc rgb T[i] title S[i]
    }
}
