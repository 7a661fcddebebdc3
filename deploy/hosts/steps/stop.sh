# shellcheck shell=sh
# Ends the workers of a run on this host: each is asked to finish what it computes and to hand back the rest, and killed
# when it has not ended in time.
#   run     whose; empty: of all runs
#   grace   how long they have [s]

# shellcheck disable=SC2154 # variables come before this text, functions from lib.sh

living() {
    for note in "$home"/runs/*/"$(uname -n)"/*.pid; do
        [ -f "$note" ] || continue
        of=${note#"$home/runs/"}
        if [ -z "$run" ] || [ "$run" = "${of%%/*}" ]; then
            pid=$(cat "$note")
            if is_worker "$pid"; then
                printf '%s\n' "$pid"
            else
                rm -f "$note"
            fi
        fi
    done
}

asked=$(living)
for pid in $asked; do
    kill -TERM "$pid" 2> /dev/null || true
done
waited=0
while [ -n "$(living)" ] && [ "$waited" -lt "$grace" ]; do
    sleep 1
    waited=$((waited + 1))
done
killed=" $(living | tr '\n' ' ')"
for pid in $asked; do
    case $killed in
        *" $pid "*)
            kill -KILL "$pid" 2> /dev/null || true
            say "killed $pid"
            ;;
        *) say "ended $pid" ;;
    esac
done
say "done"
