#!/usr/bin/env bash
# Records the load of this machine, one line per second, as a trace for 'lab/lab bench forecasts'. See README.md.
set -euo pipefail

usage() {
    cat >&2 <<'END'
Usage: lab/lab record-load SECONDS >FILE.csv
Prints every second the time, the availability of a processor and the one-minute load average (Linux).
END
}

if (($# != 1)) || [[ ! $1 =~ ^[1-9][0-9]*$ ]]; then
    usage
    exit 64
fi
if [[ ! -r /proc/stat || ! -r /proc/loadavg ]]; then
    echo "record-load: /proc/stat or /proc/loadavg cannot be read (expected: Linux)" >&2
    exit 69
fi

# A pipe without a writer. Reading from it with a time limit waits without starting a process.
exec {silence}<> <(:)

echo 'time_ms,availability_percent,load_1min'
idle=0 total=0
for ((second = 0; second <= $1; second++)); do
    # The fields are ticks since boot.
    read -r _ user nice system rest waiting interrupts soft_interrupts steal _ </proc/stat
    read -r load _ </proc/loadavg
    last_idle=$idle last_total=$total
    idle=$((rest + nice + waiting))
    total=$((user + nice + system + rest + waiting + interrupts + soft_interrupts + steal))
    # The first sample only serves as the base of the second one.
    if ((second > 0 && total > last_total)); then
        micros=${EPOCHREALTIME/[.,]/}
        permille=$((1000 * (idle - last_idle) / (total - last_total)))
        ((permille >= 0)) || permille=0
        echo "$((micros / 1000)),$((permille / 10)).$((permille % 10)),$load"
    fi
    read -r -t 1 -u "$silence" _ || true
done
