# shellcheck shell=bash
# shellcheck disable=SC2154 # state, id, here and inside come from lab
# Changes processors and links of a lab over time, as a load file says. Sourced by lab.

# Prints the steps of a load file for the lab, sorted by time.
load_steps() {
    [[ -f $1 && -r $1 ]] || stop 2 "$1 is not there (expected: a load file). See lab/docs/network.md for its form."
    awk -v table="$state/table" -f "$here/load.awk" "$1" || exit 2
}

# play AFTER: reads steps and carries out each at its time, from now on; those at AFTER microseconds or earlier are left out.
# Ends with the lab.
play() {
    local after=$1 begun now at what name first second inside
    begun=${EPOCHREALTIME/[.,]/}
    find_way .switch
    while read -r at what name first second; do
        ((at > after)) || continue
        while now=$((${EPOCHREALTIME/[.,]/} - begun)) && ((now < at)); do
            is_alive "$id" || return 0
            sleep "$(awk -v left=$((at - now)) 'BEGIN { print left < 1e6 ? left / 1e6 : 1 }')"
        done
        is_alive "$id" || return 0
        take_step "$what" "$name" "$first" "$second"
    done
}

# Carries out the steps at the beginning.
play_first() {
    local at what name first second inside
    find_way .switch
    while read -r at what name first second; do
        ((at == 0)) || break
        take_step "$what" "$name" "$first" "$second"
    done
}

take_step() {
    case $1 in
        share) share_processor "$2" "$3" ;;
        link) change_link "$2" "$3" "$4" ;;
    esac
}

# change_link NAME DOWN UP
change_link() {
    local duplex buffer
    read -r duplex buffer < <(awk -v name="$1" '$1 == "link" && $2 == name { print $4, $7 }' "$state/table")
    if [[ $duplex == half ]]; then
        change_rate "$1.hub" "$2" "$buffer"
    else
        change_rate "$1.down" "$2" "$buffer"
        change_rate "$1.up" "$3" "$buffer"
    fi
}

# change_rate DEVICE RATE BUFFER: as 'shape' does, also where there is a limit already.
change_rate() {
    local bucket buffer=$3
    [[ $buffer != - ]] || buffer=$default_buffer
    bucket=$(($2 / 32000 > 3028 ? $2 / 32000 : 3028))
    "${inside[@]}" tc qdisc replace dev "$1" root tbf rate "${2}bit" burst "$bucket" limit "$buffer"
}

load() {
    [[ $# -eq 1 ]] || stop 2 "load takes one file (expected: lab load FILE [--id ID])"
    choose_lab
    local steps
    steps=$(load_steps "$1") || exit 2
    play -1 <<< "$steps"
}
