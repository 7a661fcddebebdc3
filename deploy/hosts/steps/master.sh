# shellcheck shell=sh
# Runs a master on this host in a directory of its own, passes on what it prints, and sends back the files it leaves.
#   master    what it is called here; becomes part of a path
#   carried   as for carry.sh; the first is sluice-master.jar, and in the arguments each is ../carried/NAME
#   "$@"      its options and arguments; its run file is ../private/worker.run
# Says 'run LINE' for each line of the run file for workers, then 'listens'; 'err LINE' for what goes to standard error;
# 'exit CODE' at the end, and then 'files BYTES', followed by a tar archive of so many bytes; they are kept here unless
# the answer is 'taken'; 'kept' says that they did not come. A line on standard input asks the master to stop, and so
# does the end of standard input; the line 'alone' does only while its run file is there, which is as long as it takes
# workers: 'deserted' is said then.

# shellcheck disable=SC2154 # variables come before this text; functions, java and version from lib.sh and look.sh

work=$home/masters/$master
mkdir -p "$work" || stop 11 "disk $work cannot be made"
umask 022 # what is below is for nobody else; what is sent back looks as if it had been written there
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

if [ "$version" -ge 23 ]; then # what its libraries do is said to be allowed, so that Java does not warn of it
    set -- --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED "$@"
fi
"$java" -XX:-UsePerfData "$@" < /dev/null 2> "$work/errors" &
pid=$!

pass "$work/private/worker.run" "$pid" &
waiting=$!

(
    while read -r line <&3; do
        if [ "$line" = alone ]; then
            [ -e "$work/private/worker.run" ] || continue
            say deserted
        fi
        kill -TERM "$pid" 2> /dev/null
    done
    kill -TERM "$pid" 2> /dev/null # nobody is there any more
    sleep 5
    kill -TERM "$pid" 2> /dev/null
) &
listening=$!

wait "$pid"
code=$?
kill "$waiting" "$listening" 2> /dev/null
wait "$passing"
printf '\nsluice: exit %s\n' "$code" # the master's last line may not have been whole
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
until [ "$line" = taken ] || [ "$line" = kept ]; do # what was asked of the master before comes too late
    read -r line <&3 || break
done
if [ "$line" = taken ]; then # else they stay here
    cd / && rm -rf "$work"
fi
exit 0
