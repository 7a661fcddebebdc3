# shellcheck shell=sh
# Runs a master on this host in a new directory, forwards its output, and sends back its output files.
#   master    the name of the master on this host; part of a path
#   carried   as for carry.sh; the first file is sluice-master.jar, and arguments refer to each file as ../carried/NAME
#   "$@"      options and arguments of the master; its run file is ../private/worker.run
# Output:
#   ready         the sender then says how long ago the command of the run began
#   run LINE      a line of the run file for workers; 'listens' follows the last line
#   err LINE      a line of the master's standard error
#   exit CODE     the exit code of the master
#   files BYTES   size of the tar archive that follows
#   deserted      the master was stopped because of 'alone'
# Input:
#   began SECONDS the time since the command of the run began, when the master starts
#   taken, kept   the archive did, or did not, arrive; without 'taken' the files stay on this host
#   alone         no worker can join any more: stops the master while its run file exists (until it accepts no workers)
#   refused HOST WHY  a sub-master that the master asked for was not started; added to ../private/refused for the master
# Any other line, and the end of standard input, stops the master.

# shellcheck disable=SC2154 # the sender sets the variables; lib.sh and look.sh set functions, java and version

work=$home/masters/$master
mkdir -p "$work" || stop 11 "disk $work cannot be made"
umask 022 # the directory above is private; files that are sent back have the usual modes
mkdir -p "$work/files" "$work/carried" || stop 11 "disk $work cannot be made"
cd "$work/files" || stop 11 "disk $work cannot be entered"
while read -r hash _ name; do
    ln -sf "$home/carried/$hash/$name" "$work/carried/$name"
done <<END
$carried
END

mkfifo "$work/errors" || stop 11 "disk $work/errors cannot be made"
while IFS= read -r line; do
    say "err $line"
done < "$work/errors" &
passing=$!

say ready
began=
stopped=
while [ -z "$began" ] && read -r word line <&3; do
    case $word in
        began) began=${line:-0} ;;
        *) stopped=yes ;;
    esac
done
set -- "-Dsluice.began=${began:-0}" "$@"
if [ "$version" -ge 23 ]; then # suppresses Java's warnings about the libraries
    set -- --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED "$@"
fi
choose_locale
"$java" -XX:-UsePerfData "-Dsluice.nofile=$(open_files)" "$@" < /dev/null 2> "$work/errors" &
pid=$!
if [ -n "$stopped" ]; then
    kill -TERM "$pid" 2> /dev/null
fi

pass "$work/private/worker.run" "$pid" &
waiting=$!

(
    while read -r word line <&3; do
        case $word in
            refused)
                printf '%s\n' "$line" >> "$work/private/refused"
                continue
                ;;
            alone)
                [ -e "$work/private/worker.run" ] || continue
                say deserted
                ;;
        esac
        kill -TERM "$pid" 2> /dev/null
    done
    kill -TERM "$pid" 2> /dev/null # the sender has gone
    sleep 5
    kill -TERM "$pid" 2> /dev/null
) &
listening=$!

wait "$pid"
code=$?
kill "$waiting" "$listening" 2> /dev/null
wait "$passing"
printf '\nsluice: exit %s\n' "$code" # the master's last line may lack a newline
set --
for file in ./* ./.[!.]*; do
    if [ -e "$file" ]; then
        set -- "$@" "$file"
    fi
done
: > "$work/files.tar"
if [ $# -gt 0 ]; then
    tar -cf "$work/files.tar" "$@" || stop 11 "disk $work/files.tar cannot be written; the files are in $work/files"
fi
say "files $(($(wc -c < "$work/files.tar")))"
cat "$work/files.tar"
line=
until [ "$line" = taken ] || [ "$line" = kept ]; do # requests to the master come too late now
    read -r line <&3 || break
done
if [ "$line" = taken ]; then # otherwise the files stay here
    cd / && rm -rf "$work"
fi
exit 0
