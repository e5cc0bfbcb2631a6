# SPDX-License-Identifier: MIT OR Apache-2.0
# Draws what normal-methods wrote; run in the folder of its tables.
load system("dirname '".ARG0."'") . '/../style.gp'
array M[6] = ['inverse: fast erfinv', "inverse: Giles's erfinv", 'inverse: ours', 'Box-Muller', 'polar', 'ziggurat']
array C[6] = [orange, purple, blue, green, amber, sky]
array P[6] = [9, 13, 7, 5, 11, 15]
nan = NaN

# Table 1: bars of ns a sample, the last device with one thread (the list goes from narrow to wide registers).
best = system("awk -F, 'NR > 1 && $2 == 1 {d = $1} END {print d}' speed.csv")
array D[2] = ['f32', 'f64']
do for [k = 1:2] {
    set output sprintf('speed-%s.svg', D[k])
    set title sprintf('A normal on %s, one thread, %s', best, D[k])
    set ylabel 'ns a sample'
    set style data histograms
    set style histogram clustered gap 1
    set style fill solid 0.7 border rgb black
    set yrange [0:*]
    set key tmargin center horizontal reverse Left samplen 2
    set xtics rotate by -20 font ',11'
    rows = sprintf("< awk -F, '$1 == \"%s\" && $2 == 1 && $3 == \"%s\"' speed.csv", best, D[k])
    plot rows using 8:xtic(4) lc rgb blue title 'one output of Box-Muller used', '' using 9 lc rgb orange title 'both'
}
unset style data
set xtics norotate font ',13'
set key inside vertical
set autoscale y

# The error of histograms against their size.
set output 'quality.svg'
set title 'Histogram of n samples against the ideal normal, mean of 10 repeats'
set logscale xy
set xlabel 'samples'
set ylabel 'sum over bins of |share - probability|'
set format x '2^{%L}'
set logscale x 2
set key bottom left reverse Left samplen 2
stats 'quality.csv' using 3 nooutput name 'N'
set xrange [6e4:N_max * 1.2]
mean(m) = sprintf("< awk -F, -v m=\"%s\" 'NR > 1 && $1 == m {s[$3] += $4; ++n[$3]} END {for (k in s) print k \",\" s[k] / n[k]}' quality.csv | sort -t, -g", m)
plot 'expected.csv' using 1:3:4 with filledcurves lc rgb '#dddddd' notitle, \
     '' using 1:2 with lines lc rgb black title 'perfect samples (95 % of single repeats)', \
     '' using 1:5 with lines dt 2 lc rgb orange title 'fast erfinv, predicted', \
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
plot for [i = 1:6] 'quality.csv' using 2:(strcol(1) eq M[i] && $3 == N_max ? $4 : nan) with points pt P[i] lc rgb C[i] title M[i]

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
plot 0.0035 with lines dt 2 lc rgb black title '0.0035, said of the fast one', \
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
