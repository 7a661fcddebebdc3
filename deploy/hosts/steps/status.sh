# shellcheck shell=sh
# Lists the workers on this host, one per line: 'worker RUN NAME PROCESS'.
#   run   the run's name; empty: all runs

# shellcheck disable=SC2154 # the sender sets the variables, lib.sh has the functions

for note in "$home"/runs/*/"$(uname -n)"/*.pid; do
    [ -f "$note" ] || continue
    pid=$(cat "$note")
    name=${note##*/}
    of=${note#"$home/runs/"}
    of=${of%%/*}
    if [ -n "$run" ] && [ "$run" != "$of" ]; then
        continue
    fi
    if is_worker "$pid"; then
        say "worker $of ${name%.pid} $pid"
    else
        rm -f "$note"
    fi
done
say "done"
