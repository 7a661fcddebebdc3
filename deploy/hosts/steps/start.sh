# shellcheck shell=sh
# Starts one worker on this host, or a sub-master. Its run file is to be sent on standard input when this says 'ready'.
#   run, worker      the run, and how the process is called there; both become parts of paths
#   host             what it calls its host
#   slots            of the worker; 0: as many as there are cores, or none of a sub-master's own
#   submaster        the hash of the sluice-master.jar that carry.sh has brought, for a sub-master; empty: a worker
#   own_java         options of the JVM of the worker that computes in a sub-master's slots
#   stays            empty: this stays and passes on what it prints, and when standard input ends it does not outlive its
#                    master; anything else: it writes a log here, and this ends when it has joined
#   "$@"             options of its JVM
# A sub-master's run file for those below it is said as well, as 'run LINE' for each line, then 'listens'.

# shellcheck disable=SC2154 # variables come before this text, functions and jar from lib.sh, look.sh and push.sh

mkdir -p "$(notes)" || stop 11 "disk $(notes) cannot be made"
note=$(notes)/$worker

# Becomes the worker; the note has its process id.
# shellcheck disable=SC2016 # for another shell
begin='printf "%s\n" "$$" > "$1.pid"; printf "sluice: pid %s\n" "$$"; shift; exec "$@"'

if [ "$version" -ge 23 ]; then # what its libraries do is said to be allowed, so that Java does not warn of it
    set -- --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED "$@"
fi
if [ -z "$submaster" ]; then
    set -- "$note" "$java" -XX:+UseSerialGC -XX:-UsePerfData "$@" -jar "$jar" join --announce --name "$host"
else
    mkdir -p "$note.own" || stop 11 "disk $note.own cannot be made"
    set -- "$note" "$java" -XX:-UsePerfData "$@" -jar "$home/carried/$submaster/sluice-master.jar" submaster \
        --announce --name "$host" --run-file "$note.run" --logs "$note.own"
    if [ "$slots" -gt 0 ]; then
        set -- "$@" --worker-jar "$jar"
        if [ -n "$own_java" ]; then
            set -- "$@" "--worker-java-options=$own_java"
        fi
    fi
fi
if [ "$slots" -gt 0 ]; then
    set -- "$@" --slots "$slots"
fi

say ready
if [ -z "$stays" ]; then
    passing=
    if [ -n "$submaster" ]; then
        pass "$note.run" "$$" &
        passing=$!
    fi
    sh -c "$begin" sluice "$@" --tied - 2>&1
    code=$?
    if [ -n "$passing" ]; then
        kill "$passing" 2> /dev/null
        cat "$note.own"/* 2> /dev/null # what the worker in its own slots printed
        rm -rf "$note.own" "$note.run"
    fi
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
if [ -n "$submaster" ]; then
    pass "$note.run" "$pid" || exit 1
fi
exit 0
