# SPDX-License-Identifier: MIT OR Apache-2.0
# Completion of the command reroll for bash. The names come from the program itself, so that this file needs no change
# when a sampler, a device or an option is added.

# The options that `reroll COMMAND [LAW] --help` lists, or `reroll sample LAW --help` lists among its parameters.
_reroll_options() {
    reroll "$@" --help 2>/dev/null |
        sed -n 's/^    \(-[a-z]\), \(--[a-z-]*\).*/\1\n\2/p
            s/^    \(--\{0,1\}[a-z-]*\) .*/\1/p
            s/^    \(--[a-z-]*\)$/\1/p' |
        grep '^-'
}
_reroll_parameters() {
    reroll sample "$1" --help 2>/dev/null | sed -n '/^PARAMETERS/,/^$/s/^    \(--[a-z0-9]*\) .*/\1/p'
}

# The types of a law, or all.
_reroll_dtypes() {
    reroll sample "$1" --help 2>/dev/null |
        sed -n 's/ or / /; s/^    Gives \(.*\), default.*/\1/p' | grep . || echo f32 f64 u32
}

_reroll() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} law= i words=

    # bash takes "normal:polar" for three words; what is completed is the last of them.
    if declare -F __ltrim_colon_completions >/dev/null && declare -F _get_comp_words_by_ref >/dev/null; then
        _get_comp_words_by_ref -n : word previous
    fi
    [[ ${COMP_WORDS[2]:--} != -* ]] && law=${COMP_WORDS[2]}
    for ((i = 2; i < COMP_CWORD; ++i)); do
        if [[ ${COMP_WORDS[i]} == --sampler ]]; then law=${COMP_WORDS[i + 1]}; fi
    done

    if ((COMP_CWORD == 1)) || [[ $COMP_CWORD -eq 2 && $command == help ]]; then
        words="help $(reroll --help | sed -n '/^COMMANDS/,/^$/s/^    \([a-z]*\) .*/\1/p')"
    elif [[ $word == -* ]]; then
        words=$(_reroll_options "$command" ${law:+"$law"})
        if [[ $command == plan && -n $law ]]; then words+=" $(_reroll_parameters "$law")"; fi
    else
        case $command:$previous in
            sample:sample | plan:plan | bench:bench | *:--sampler) words=$(reroll samplers --names) ;;
            transform:transform) words=$(reroll transform --names) ;;
            model:model) words="loop cached grouped fixed regroup regroup:ahead refill compact" ;;
            *:-d | *:--device) words=$(reroll devices --names) ;;
            *:-s | *:--strategy) words=$(reroll strategies --names) ;;
            *:--format) words="npy raw text" ;;
            transform:--dtype) words="f32 f64" ;;
            *:--dtype) words=$(_reroll_dtypes "$law") ;;
            *:--bad) words=nan ;;
            *:--seed) words=random ;;
            *:--scramble) words="owen: shift:" ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    if declare -F __ltrim_colon_completions >/dev/null; then __ltrim_colon_completions "$word"; fi
}

# With no candidate bash completes file names, which is what -o, --job and @FILE want.
complete -o default -F _reroll reroll
