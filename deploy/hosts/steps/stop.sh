# shellcheck shell=sh
# Stops the workers of a run on this host. Each worker finishes its current units and hands back the rest. A worker that
# does not end in time is killed.
#   run     the run's name; empty: all runs
#   grace   time limit [s]

# shellcheck disable=SC2154 # the sender sets the variables, lib.sh has the functions

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
