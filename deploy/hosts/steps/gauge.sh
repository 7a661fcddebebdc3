# shellcheck shell=sh
# Reports the state of this host before a run: its free memory, and the use of its processors in half a second. Reports
# nothing of what this system does not say. No variables.

if [ -r /proc/meminfo ]; then
    say "memory $(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo)"
fi
if [ -r /proc/stat ]; then
    before=$(head -n 1 /proc/stat)
    sleep 0.5
    say "processors $before / $(head -n 1 /proc/stat)"
fi
say seen
