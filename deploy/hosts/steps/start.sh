# shellcheck shell=sh
# Starts one worker on this host. Its run file is to be sent on standard input when this says 'ready'.
#   run, worker      the run, and how the worker is called there; both become parts of paths
#   host             what the worker calls its host
#   slots            of the worker; 0: as many as there are cores
#   stays            empty: this stays and passes on what the worker prints, and when standard input ends the worker does
#                    not outlive its master; anything else: it writes a log here, and this ends when the worker has joined
#   "$@"             options of its JVM

# shellcheck disable=SC2154 # variables come before this text, functions and jar from lib.sh, look.sh and push.sh

mkdir -p "$(notes)" || stop 11 "disk $(notes) cannot be made"
note=$(notes)/$worker

# Becomes the worker; the note has its process id.
# shellcheck disable=SC2016 # for another shell
begin='printf "%s\n" "$$" > "$1.pid"; printf "sluice: pid %s\n" "$$"; shift; exec "$@"'

if [ "$version" -ge 23 ]; then # what its libraries do is said to be allowed, so that Java does not warn of it
    set -- --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED "$@"
fi
set -- "$note" "$java" -XX:+UseSerialGC -XX:-UsePerfData "$@" -jar "$jar" join --announce --name "$host"
if [ "$slots" -gt 0 ]; then
    set -- "$@" --slots "$slots"
fi

say ready
if [ -z "$stays" ]; then
    sh -c "$begin" sluice "$@" --tied - 2>&1
    code=$?
    rm -f "$note.pid"
    printf '\nsluice: exit %s\n' "$code" # the worker's last line may not have been whole
    exit "$code"
fi

exec 3<&0
: > "$note.log"
nohup sh -c "$begin" sluice "$@" - <&3 >> "$note.log" 2>&1 &
pid=$!
exec 3<&-
while ! grep -q '^sluice: joined' "$note.log"; do
    if ! kill -0 "$pid" 2> /dev/null; then
        wait "$pid"
        code=$?
        rm -f "$note.pid"
        tail -n 10 "$note.log"
        exit "$code"
    fi
    sleep 1
done
grep '^sluice: ' "$note.log"
exit 0
