# SPDX-License-Identifier: MIT OR Apache-2.0
# The style of all studies' pictures: load it first. The colours (after Okabe and Ito) can be told apart with every kind of
# colour vision, and are dark enough for lines on white. cli/report/page/style.c has the same ones, and mk/study_section.awk
# replaces them by the page's colours, so that they follow its theme.
set datafile separator ','
set terminal svg size 760,460 dynamic enhanced font 'sans-serif,13' background '#ffffff'
set grid lc rgb '#dddddd'
set border 3
set tics nomirror
blue = '#0072b2'; orange = '#d55e00'; green = '#00875f'; purple = '#c0589a'; amber = '#b07d00'; sky = '#3b93cc'
slate = '#4a525b'; olive = '#857a00'; black = '#333333'

# Steps of an ordered quantity: warps of 4, 8, 16 and 32 lanes have the same colours and marks everywhere.
array WARP_COLOUR[4] = ['#c42f67', '#8e2c94', '#4f2fa8', '#141b6b']
array WARP_POINT[4] = [9, 13, 11, 15]

# A strategy has the same colour and mark everywhere; anything else is black. grouped:4 counts as grouped.
kind(name) = name eq 'regroup:ahead' || !strstrt(name, ':') ? name : name[1 : strstrt(name, ':') - 1]
STRATEGY = 'compact loop refill grouped cached regroup fixed regroup:ahead'
array STRATEGY_COLOUR[9] = [blue, orange, green, purple, amber, sky, slate, olive, black]
array STRATEGY_POINT[9] = [7, 9, 5, 13, 11, 15, 2, 6, 1]
number(name) = 9 + (sum [i = 1:8] (word(STRATEGY, i) eq kind(name) ? i - 9 : 0))
strategy_colour(name) = STRATEGY_COLOUR[number(name)]
strategy_point(name) = STRATEGY_POINT[number(name)]
