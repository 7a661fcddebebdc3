# shellcheck shell=sh
# Prints what the workers of a run on this host have written: 'log NAME BYTES', then as many bytes.
#   run   whose

# shellcheck disable=SC2154 # variables come before this text, functions from lib.sh

for log in "$(notes)"/*.log "$(notes)"/*.own/*.log; do
    [ -f "$log" ] || continue
    name=${log##*/}
    bytes=$(($(wc -c < "$log")))
    say "log ${name%.log} $bytes"
    head -c "$bytes" "$log"
done
say "done"
