# shellcheck shell=sh
# Prints the logs of a run's workers on this host: a line 'log NAME BYTES', then this number of bytes, for each log.
#   run   the run's name

# shellcheck disable=SC2154 # the sender sets the variables, lib.sh has the functions

for log in "$(notes)"/*.log "$(notes)"/*.own/*.log; do
    [ -f "$log" ] || continue
    name=${log##*/}
    bytes=$(($(wc -c < "$log")))
    say "log ${name%.log} $bytes"
    head -c "$bytes" "$log"
done
say "done"
