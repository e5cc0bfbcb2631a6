# SPDX-License-Identifier: MIT OR Apache-2.0
# Draws the tables of point-transforms; run in their directory.
load system("dirname '".ARG0."'") . '/../style.gp'
array M[4] = ['cartesian', 'polar-without-replacement', 'polar-with-replacement', 'polar-inside']

# The table of the paper: the widest registers (the last in the list), one thread and all; and a device, with points in host
# memory.
best = system("awk -F, 'NR > 1 && $1 ~ /^cpu/ {d = $1} END {print d}' time.csv")
array D[2] = ['f32', 'f64']
set style data histograms
set style histogram rowstacked gap 1
set boxwidth 0.8
set style fill solid 0.7 border rgb black
set yrange [0:*]
set xtics rotate by -30 font ',10'
set ylabel 'ms'
set key tmargin center horizontal reverse Left samplen 2
do for [k = 1:2] {
    gpu = system(sprintf("awk -F, '$1 !~ /^cpu/ && $4 == \"%s\" {print $1; exit}' time.csv", D[k]))
    of(device, t) = sprintf('$1 == "%s" && $2 %s 1 && $3 == "host" && $4 == "%s"', device, t, D[k])
    rows(device, t) = "< awk -F, '" . of(device, t) . ' {print $5 " (" $6 ")," $8 "," $9}' . "' time.csv"
    set terminal svg size 760,(gpu eq '' ? 520 : 1040)
    set output sprintf('time-%s.svg', D[k])
    set multiplot layout (gpu eq '' ? 1 : 2),1
    set title sprintf('Points by each method, %s, %s: left one thread, right all', best, D[k])
    plot newhistogram 'one thread' lt 1, rows(best, '==') using 2:xtic(1) lc rgb blue title 'the transform', \
             '' using 3 lc rgb orange title 'generating its points', \
         newhistogram 'all threads' lt 1, rows(best, '>') using 2:xtic(1) lc rgb blue notitle, \
             '' using 3 lc rgb orange notitle
    if (gpu ne '') {
        set title sprintf('%s, %s, points of the host', gpu, D[k])
        plot newhistogram '' lt 1, rows(gpu, '==') using 2:xtic(1) lc rgb blue title 'the transform', \
             '' using 3 lc rgb orange title 'generating its points'
    }
    unset multiplot
}
unset style data
set terminal svg size 760,460
set xtics norotate font ',13'

# Iterations of a warp.
set key inside top left vertical
set output 'warp.svg'
set title 'Draws until all lanes of a warp are in the disc (acceptance {/Symbol p}/4)'
set xlabel 'points per warp'
set ylabel 'mean iterations'
set logscale x 2
set xrange [0.8:40]
set yrange [1:*]
counted(name) = sprintf("< awk -F, '$1 == \"%s\" {print $3 \",\" $5}' warp.csv", name)
plot "< awk -F, '$1 == \"attempts\" {print $3 \",\" $6}' warp.csv" using 1:2 with lines lc rgb blue lw 1.5 title 'model, E[L_K]', \
     counted('attempts') using 1:2 with points pt 7 lc rgb orange title 'counted, a surrogate', \
     counted('normal:polar') using 1:2 with points pt 6 ps 1.5 lc rgb green title 'counted, normal:polar'
unset logscale x

# Points before and after.
set terminal svg size 760,760 dynamic enhanced font 'sans-serif,13' background '#ffffff'
unset key
set size ratio -1
set xlabel ''
set ylabel ''
set pointsize 0.2
of(m, i, c) = strcol(1) eq m && strcol(2) eq i ? column(c) : NaN
do for [k = 1:4] {
    set output M[k] . '.svg'
    low = k == 1 ? 0 : -1
    set multiplot layout 2,2 title M[k]
    do for [i in 'grid random'] {
        set xrange [low:1]
        set yrange [low:1]
        set title i . ' points'
        plot 'pictures.csv' using (of(M[k], i, 3)):4 with points pt 7 lc rgb blue
        set xrange [-4:4]
        set yrange [-4:4]
        set title 'transformed'
        plot 'pictures.csv' using (of(M[k], i, 5)):6 with points pt 7 lc rgb orange
    }
    unset multiplot
}
