# SPDX-License-Identifier: MIT OR Apache-2.0
# Completion of the commands reroll and reroll-mpi for bash. The command itself knows the candidates: reroll --complete.

_reroll() {
    local words=() joined='' i
    # bash splits "normal:polar" into three words; the command gets one word. Only the last of the three is completed.
    for ((i = 1; i <= COMP_CWORD; ++i)); do
        if ((${#words[@]})) && [[ ${COMP_WORDS[i]} == : || ${words[-1]} == *: ]]; then
            joined=${words[-1]}
            [[ ${COMP_WORDS[i]} == : ]] && joined+=:
            words[-1]+=${COMP_WORDS[i]}
        else
            joined=''
            words+=("${COMP_WORDS[i]}")
        fi
    done
    mapfile -t COMPREPLY < <(reroll --complete "${COMP_WORDS[0]##*/}" "${words[@]}" 2>/dev/null | cut -f 1)
    COMPREPLY=("${COMPREPLY[@]#"$joined"}")
}

# With no candidate bash completes file names, which is what -o, --job and @FILE take.
complete -o default -F _reroll reroll reroll-mpi
