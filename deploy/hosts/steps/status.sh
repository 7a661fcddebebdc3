# shellcheck shell=sh
# Says which workers are on this host, one a line: 'worker RUN NAME PROCESS'.
#   run   whose; empty: of all runs

# shellcheck disable=SC2154 # variables come before this text, functions from lib.sh

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
