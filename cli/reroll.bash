# SPDX-License-Identifier: MIT OR Apache-2.0
# Completion of the command reroll for bash. The names come from the program itself, so that this file needs no change
# when a sampler, a device or an option is added.

# The long and short options that `reroll COMMAND [LAW] --help` lists.
_reroll_options() {
    reroll "$@" --help 2>/dev/null | sed -n 's/^    \(-[a-z]\), \(--[a-z-]*\).*/\1\n\2/p; s/^    \(--\{0,1\}[a-z-]*\) .*/\1/p; s/^    \(--[a-z-]*\)$/\1/p' | grep '^-'
}

_reroll() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} law=() words=

    # bash takes "normal:polar" for three words; what is completed is the last of them.
    if declare -F __ltrim_colon_completions >/dev/null && declare -F _get_comp_words_by_ref >/dev/null; then
        _get_comp_words_by_ref -n : word previous
    fi
    [[ ${COMP_WORDS[2]:--} != -* ]] && law=("${COMP_WORDS[2]}")

    if ((COMP_CWORD == 1)); then
        words=$(reroll --help | sed -n '/^COMMANDS/,/^$/s/^    \([a-z]*\) .*/\1/p')
    elif [[ $command == model ]]; then
        words="loop cached grouped fixed regroup regroup:ahead refill compact"
        [[ $word == -* ]] && words="$(reroll model --help | sed -n 's/^    \(--[a-z]*\) .*/\1/p') --help"
    elif [[ $command == report ]]; then
        [[ $word == -* ]] && words="-o $(reroll report --help | sed -n 's/^    \(-., \)\{0,1\}\(--[a-z]*\) .*/\2/p') --help"
    elif [[ $command != sample && $command != transform ]]; then
        words="--json --names --help"
    else
        case $previous in
            sample) words=$(reroll samplers --names) ;;
            transform) words=$(reroll transform --names) ;;
            -d | --device) words=$(reroll devices --names) ;;
            -s | --strategy) words=$(reroll strategies --names) ;;
            --format) words="npy raw text" ;;
            --dtype) words="f32 f64$([[ $command == sample ]] && echo " u32")" ;;
            --bad) words=nan ;;
            --scramble) words="owen: shift:" ;;
            -o | --output | --job | --points) words= ;;
            *) [[ $word == -* ]] && words=$(_reroll_options "$command" "${law[@]}") ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    if declare -F __ltrim_colon_completions >/dev/null; then __ltrim_colon_completions "$word"; fi
}

# With no candidate bash completes file names, which is what -o, --job and @FILE want.
complete -o default -F _reroll reroll
