# SPDX-License-Identifier: MIT OR Apache-2.0
# The completions of bash, zsh and fish, which ask the command.
bats_require_minimum_version 1.5.0
load helpers

# completed WORD...: the completions that bash offers after these words.
completed() {
    PATH=$(dirname "$REROLL"):$PATH bash --norc -c '
        . "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
        _reroll; [ ${#COMPREPLY[@]} = 0 ] || printf "%s\n" "${COMPREPLY[@]}"' - "$ROOT/cli/options/reroll.bash" "$@"
}

@test "bash completes commands, samplers, options and their arguments" {
    [[ $(completed reroll s | sort | tr '\n' ' ') == "sample samplers strategies "* ]]
    completed reroll sample n | grep -qx normal
    completed reroll sample normal: | grep -q polar
    completed reroll sample gamma --sh | grep -qx -- --shape
    completed reroll sample gamma --res | grep -qx -- --resume
    completed reroll sample gamma --strategy co | grep -qx compact
    completed reroll sample gamma --device cpu:sc | grep -q scalar
    completed reroll sample gamma --format n | grep -qx npy
    completed reroll samplers -- | grep -qx -- --json
    [ "$(completed reroll sample lom)" = lomax ]
    (! completed reroll sample rgeo | grep .)
    completed reroll transform polar-i | grep -qx polar-inside
    completed reroll transform cartesian --sc | grep -qx -- --scramble
    completed reroll transform cartesian --dtype f | grep -qx f32
    completed reroll help sam | grep -qx sample
    for command in "sample" "plan" "bench" "bench --quick --sampler"; do
        # shellcheck disable=SC2086
        completed reroll $command half | grep -qx half-normal
    done
    completed reroll plan gamma --sh | grep -qx -- --shape
    completed reroll plan gamma --cal | grep -qx -- --calibrate
    completed reroll bench --sam | grep -qx -- --sampler
    completed reroll bench --strategy co | grep -qx compact
    completed reroll verify --device cpu:sc | grep -q scalar
    completed reroll report --st | grep -qx -- --studies
    completed reroll model cached --ch | grep -qx -- --change
    [ "$(completed reroll model re | tr '\n' ' ')" = "regroup regroup:ahead refill " ]
    [ "$(completed reroll sample bits --dtype '' | tr '\n' ' ')" = "u32 u64 " ]
    [ "$(completed reroll sample gamma --dtype '' | sort | tr '\n' ' ')" = "bf16 f16 f32 f64 " ]
    [ "$(completed reroll bench --sampler bits --dtype '' | tr '\n' ' ')" = "u32 u64 " ]
    completed reroll sample gamma --device = cpu:sc | grep -qx cpu:scalar
    completed reroll resample res | grep -qx residual
    [ -z "$(completed reroll sample gamma -o x)" ]
}

# bash splits normal:polar into three words, and puts the candidate after the colon.
@test "bash completes a method" {
    [ "$(completed reroll sample normal : pol)" = polar ]
    [ "$(completed reroll sample normal : | head -n 1)" = polar ]
}

@test "the options of a distribution, and no others" {
    options() { completed reroll sample "$@" -- | sort | tr '\n' ' '; }
    [[ $(options lomax) == *"--a --antithetic "*"--scale "* ]]
    [[ $(options lomax) != *--components* ]]
    [[ $(options lomax) != *--breaks* ]]
    [[ $(options mvn) == *"--components "*"--covariance "*"--mean "* ]]
    [[ $(options mvn) != *--antithetic* ]]
    [[ $(options density) == *"--breaks "*"--loc "* ]]
    [[ $(options 'density:exp(-x)') == *"--breaks "* ]]
    [[ $(options --job x.json) == *"--first "* ]]
    [[ $(options --job x.json) != *"--seed "* ]]
    # Every offered name is in the help: at the start of an entry, or as its other name.
    "$REROLL" sample --help >all
    for sampler in $("$REROLL" samplers --names); do
        "$REROLL" sample "$sampler" --help >help
        { grep -oE -e '^    --?[a-z0-9-]+ ' help; grep -oE -e '[ ,] --?[a-z0-9-]+' all; } | tr -d ' ,' | sort -u >known
        completed reroll sample "$sampler" -- | sort -u >offered
        echo "$sampler: $(comm -23 offered known | tr '\n' ' ')"
        [ -s offered ] && [ -z "$(comm -23 offered known)" ]
    done
}

# zsh_completed WORD...: the same by zsh's file, without its line editor.
zsh_completed() {
    PATH=$(dirname "$REROLL"):$PATH zsh -f -c '
        _describe() { print -l -- "${(@)candidates%%:*}" }
        _files() { print FILES }
        words=("${@[2,-1]}") CURRENT=${#words} PREFIX=${words[-1]}
        . "$1"' zsh "$ROOT/cli/options/_reroll" "$@"
}

@test "zsh completes" {
    command -v zsh >/dev/null || skip "no zsh"
    zsh_completed reroll s | grep -qx samplers
    [ "$(zsh_completed reroll sample lom)" = lomax ]
    zsh_completed reroll sample lomax --a | grep -qx -- --antithetic
    zsh_completed reroll sample normal:pol | grep -q '^normal'
    zsh_completed reroll-mpi sample normal --time | grep -qx -- --timeout
    [ "$(zsh_completed reroll sample normal -o x)" = FILES ]
}

@test "fish completes" {
    command -v fish >/dev/null || skip "no fish"
    fish_completed() {
        PATH=$(dirname "$REROLL"):$PATH HOME=$PWD \
            fish --no-config -c "source $ROOT/cli/options/reroll.fish; complete -C '$*'" | cut -f 1
    }
    fish_completed reroll sam | grep -qx samplers
    [ "$(fish_completed reroll sample lom)" = lomax ]
    fish_completed reroll sample lomax --a | grep -qx -- --antithetic
    fish_completed reroll sample normal:pol | grep -qx normal:polar
    fish_completed reroll-mpi sample normal --time | grep -qx -- --timeout
    touch x.npy
    [ "$(fish_completed reroll sample normal -o x)" = x.npy ]
}
