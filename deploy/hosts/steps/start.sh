# shellcheck shell=sh
# Starts a worker or a sub-master on this host. The sender sends the run file on standard input after 'ready'.
#   run, worker      names of the run and of the process; both become parts of paths
#   host             the host name that the process reports
#   slots            number of slots; 0: one per core for a worker, none for a sub-master
#   submaster        the hash of the sluice-master.jar received by carry.sh, for a sub-master; empty for a worker
#   own_java         JVM options of the worker that computes in a sub-master's own slots
#   stays            empty: this script forwards the output until the process ends, and the process does not outlive its
#                    master once standard input has ended; otherwise the process writes a log, and this script ends when
#                    the process has joined
#   "$@"             JVM options
# A sub-master also prints its run file for the workers below it: 'run LINE' for each line, then 'listens'.

# shellcheck disable=SC2154 # the sender sets the variables; lib.sh, look.sh and push.sh set functions and jar

mkdir -p "$(notes)" || stop 11 "disk $(notes) cannot be made"
note=$(notes)/$worker

# Writes its process id to a note and replaces itself with the worker.
# shellcheck disable=SC2016 # another shell expands it
begin='printf "%s\n" "$$" > "$1.pid"; printf "sluice: pid %s\n" "$$"; shift; exec "$@"'

if [ "$version" -ge 23 ]; then # suppresses Java's warnings about the libraries
    set -- --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED "$@"
fi
choose_locale
set -- "-Dsluice.nofile=$(open_files)" "$@"
if [ -z "$submaster" ]; then
    set -- "$note" "$java" -XX:+UseSerialGC -XX:-UsePerfData "$@" -jar "$jar" join --transport tcp --announce --name "$host"
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
if [ -n "${gpus:-}" ] && [ -z "$submaster" ]; then
    set -- "$@" --gpus "$gpus"
fi
if [ -z "$submaster" ]; then
    for resource in ${resources:-}; do
        set -- "$@" --resource "$resource"
    done
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
        cat "$note.own"/* 2> /dev/null # the output of the worker in the sub-master's own slots
        rm -rf "$note.own" "$note.run"
    fi
    rm -f "$note.pid"
    printf '\nsluice: exit %s\n' "$code" # the worker's last line may lack a newline
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
