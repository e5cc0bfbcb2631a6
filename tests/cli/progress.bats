# SPDX-License-Identifier: MIT OR Apache-2.0
# Output on a terminal: a line that fits, a summary, and nothing where there is no terminal.
bats_require_minimum_version 1.5.0
load helpers

setup_file() {
    build_shim
}

# fast [N]: the clock runs N times as fast, so that the half second before a line is shown passes quickly.
fast() {
    FAST=(env "SHIM_CLOCK=${1:-10}" "LD_PRELOAD=$(preload)")
}

BRIEF=(attempts --accept 0.002 -n 3e4 --device cpu:scalar --threads 1)

# drawn COLUMNS[,LATER] ARGUMENT...: the output on a terminal of that width, in the file `seen`.
drawn() {
    python3 "$TOOLS/terminal.py" "$1" "${FAST[@]}" "$REROLL" "${@:2}" >seen
    cat seen
}

@test "the line fits the terminal, and has the fields that fit" {
    fast
    drawn 120 sample "${BRIEF[@]}" -o a.npy
    grep -Eq '^attempts +[0-9]+ % \[#*\.*\] [0-9.]+( k)? samples/s, [0-9:]+ left$' seen
    # The number and the bar show one fraction, rounded down, so that 100 % and a full bar mean all.
    grep '\[' seen | sed 's/^attempts *\([0-9]*\) % \[\(#*\)\(\.*\)\].*/\1 \2+\3/' |
        awk -F'[ +]' '{w = length($2) + length($3)}
        length($2) < int($1 * w / 100) || length($2) > int(($1 + 1) * w / 100) {print; exit 1}'
    drawn 60 sample "${BRIEF[@]}" -o b.npy
    grep -Eq '^attempts +[0-9]+ % (\[#*\.*\] )?[0-9.]+( k)? samples/s, [0-9:]+ left$' seen
    awk '/left$/ && length >= 60 {exit 1}' seen
    drawn 40 sample "${BRIEF[@]}" -o c.npy
    grep -Eq '^attempts +[0-9]+ %,? .*[0-9:]+ left$' seen
    awk '/left$/ && length >= 40 {exit 1}' seen
    drawn 12 sample "${BRIEF[@]}" -o d.npy
    grep -Eq '^ *[0-9]+ %' seen
    awk '/%/ && length >= 12 {exit 1}' seen
}

@test "rate, time left and the summary's time agree" {
    fast
    drawn 120 sample "${BRIEF[@]}" -n 5e4 -o a.npy
    python3 "$TOOLS/rates.py" 5e4 seen
}

@test "a terminal that becomes narrower gets a shorter line" {
    fast
    drawn 120,30 sample "${BRIEF[@]}" -o a.npy
    grep -Eq '^attempts +[0-9]+ %, [0-9:]+ left$' seen
    awk '/left$/ && length >= 30 {exit 1}' seen
}

@test "the end is a summary: n, time, ns per sample, file" {
    drawn 80 sample normal -n 1000 -o x.npy
    grep -Eq '^reroll: 1000 samples in [0-9.e-]+ s, [0-9.e+]+ ns per sample: x.npy$' seen
    [ "$(grep -vc 'left$' seen)" -eq 1 ]   # a job that makes no progress for a while draws its line too
    drawn 80 transform icdf --halton 1000 -o z.npy
    grep -Eq '^reroll: 1000 samples in [0-9.e-]+ s, [0-9.e+]+ ns per sample: z.npy$' seen
    drawn 80 sample dirichlet --alpha 1,2,3 -n 1000 -o d.npy
    grep -q '^reroll: 1000 samples in ' seen
    drawn 80 sample normal -n 0 -o y.npy
    grep -qx 'reroll: 0 samples: y.npy' seen
    drawn 80 sample normal -n 1000 -o x.npy --force --quiet
    [ -z "$(cat seen)" ]
    drawn 80 sample normal -n 1000
    grep -q 'left$' seen || [ -z "$(cat seen)" ]
    drawn 80 sample normal -n 1000 -o $'a\e[31m\nb.npy'
    grep -q 'ns per sample: a?\[31m?b.npy$' seen
    "$REROLL" sample normal -n 1000 -o x.npy --force 2>error
    [ ! -s error ]
}

@test "no summary where the reader closes the pipe" {
    fast
    python3 "$TOOLS/terminal.py" 80 "${FAST[@]}" sh -c "'$REROLL' sample ${BRIEF[*]} --format raw | head -c 100000" >seen
    grep -q 'left$' seen
    (! grep ' samples in ' seen)
}

@test "a message announces that a GPU's kernel may have to be compiled" {
    gpu=$("$REROLL" devices --names | grep -m 1 opencl) || skip "no OpenCL device is here"
    REROLL_CACHE=$PWD/cache drawn 160 sample normal -n 1000 --dtype f32 --device "$gpu" -o x.npy
    grep -qx "normal: compiling its kernel for .*, which is stored ..." seen
    REROLL_CACHE=$PWD/cache drawn 30 sample normal -n 1000 --dtype f32 --device "$gpu" -o y.npy
    grep -qx "normal: compiling its kernel " seen
    drawn 100 sample normal -n 1000 -o z.npy
    (! grep compiling seen)
}

# ends_soon SHOWN: a report that has shown this text gets SIGTERM, and ends soon.
ends_soon() {
    python3 "$TOOLS/until.py" "$1" "${FAST[@]}" "$REROLL" report --quick -o page.html >end
    echo "$1: $(cat end)"
    awk '$1 > 2 || $2 != 130 {exit 1}' end
    [ ! -e page.html ]
}

# A report takes minutes: every phase shows its progress, and ends soon after a signal. Two seconds allow for a busy machine;
# on an idle one it takes 0.1 s. With a clock a thousand times as fast even a short phase shows a line on every machine; the
# rounds of the planner have their own clock, with which they would last.
@test "a report shows progress in every phase, and ends soon after SIGTERM" {
    fast 1000
    ends_soon 'strategies +[0-9]+ %'
    ends_soon 'speed +[0-9]+ %'
    ends_soon 'figures \.\.\.'
    ends_soon 'loop +[0-9]+ %'
    FAST=()
    ends_soon 'planner +[2-9][0-9] % [^s]*left'
}

@test "verify shows progress to the end, under its lines, and then the time" {
    fast 1000
    drawn 80 verify --quick --device cpu
    grep -Eq '^verify +[0-9]+ % \[#*\.*\] [0-9:]+ left$' seen
    # The fraction only grows, and reaches the end.
    sed -n 's/^verify *\([0-9]*\) %.*/\1/p' seen >shares
    sort -n -c shares
    [ "$(tail -n 1 shares)" -ge 95 ]
    tail -n 1 seen | grep -Eq '^reroll: [0-9]+ checks in [0-9.e+]+ s$'
    [ "$(grep -vc ' left$' seen)" -eq 1 ]
}

@test "a report says how long it takes, and took; not to a pipe" {
    FAST=()
    python3 "$TOOLS/until.py" 'the report takes about [0-9]+ s' "$REROLL" report --quick -o page.html >end
    awk '$2 != 130 {exit 1}' end
}
