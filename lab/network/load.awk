# Reads a load file (lab/docs/network.md, "Load files") and prints its steps for the shell, sorted by time, one line for each:
#
#   MICROSECONDS share HOST THOUSANDTHS
#   MICROSECONDS link LINK DOWN UP
#
# THOUSANDTHS are those of a processor, DOWN and UP are in bit/s. The variable 'table' names the lab's table of hosts and links.
# The input is a script of 'sluice simulate' with the words 'load' and 'link'. Other input is an error with file and line, and the
# exit code is 2.

BEGIN {
    relay_frames = 4096 # capacity of Relay.java in each direction
    steps = shared = 0
    times = "ns 0.001 us 1 ms 1000 s 1000000 min 60000000 h 3600000000"
    rates = "bit/s 1 kbit/s 1000 Mbit/s 1000000 Gbit/s 1000000000 B/s 8 kB/s 8000 MB/s 8000000 GB/s 8000000000"
    while ((getline line < table) > 0) {
        split(line, word, " ")
        if (word[1] == "host") {
            known[word[2]] = 1
            if (word[9] != "-") {
                cpu = word[9] / 1000
                processors[word[2]] = cpu > int(cpu) ? int(cpu) + 1 : cpu
                names[++shared] = word[2]
            }
        } else if (word[1] == "link") {
            parent[word[2]] = word[3]
            duplex[word[2]] = word[4]
            latency[word[2]] = word[8]
        }
    }
}

function fail(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text > "/dev/stderr"
    failed = 1
    exit 2
}

# Converts '30s' to the unit whose factor is 1; units is "unit factor unit factor …".
function quantity(text, units, what, count, unit, i, number) {
    count = split(units, unit, " ")
    number = text
    sub(/[^0-9.].*$/, "", number)
    if (number ~ /^[0-9]+(\.[0-9]*)?$/)
        for (i = 1; i < count; i += 2)
            if (text == number unit[i]) return number * unit[i + 1]
    fail("'" text "' (expected: " what ")")
}

function step(at, line) {
    steps++
    time[steps] = at
    text_of[steps] = line
}

function load(at, host, share) {
    if (!(host in known)) fail("host '" host "' (expected: a host of the lab, or *)")
    if (!(host in processors)) fail("host '" host "' has all processors (expected: one with 'cpu:' in the lab's file)")
    step(at, "share " host " " sprintf("%.0f", share * processors[host] * 1000))
}

function link(at, name, down, up) {
    if (!(name in parent)) fail("link '" name "' (expected: a link of the lab)")
    if (parent[name] == "-" && duplex[name] == "full")
        fail("link '" name "' leads nowhere (expected: one with a 'parent:', or a half-duplex one)")
    if (down < 10000 || up < 10000 || down > 10000000000 || up > 10000000000)
        fail("rate out of range (expected: 10kbit/s to 10Gbit/s)")
    if (latency[name] != "-" && (down > up ? down : up) / 8e6 * latency[name] > relay_frames * 1500)
        fail("rate times latency is more than the relay holds (expected: at most " relay_frames " frames of 1500 bytes)")
    if (duplex[name] == "half" && down != up) fail("two rates for a half-duplex link (expected: one)")
    step(at, sprintf("link %s %.0f %.0f", name, down, up))
}

{
    sub(/\r$/, "")
    sub(/#.*/, "")
    if (NF == 0) next
    if (!($2 == "load" && NF == 4) && !($2 == "link" && (NF == 4 || NF == 5)))
        fail("'" $0 "' (expected: TIME load HOST SHARE, or TIME link LINK RATE [UP])")
    at = quantity($1, times, "a time, such as 30s")
    if ($2 == "link") {
        down = quantity($4, rates, "a rate, such as 5Mbit/s")
        link(at, $3, down, NF == 5 ? quantity($5, rates, "a rate, such as 5Mbit/s") : down)
        next
    }
    if ($4 !~ /^[0-9]*\.?[0-9]+$/ || $4 < 0.01 || $4 > 1)
        fail("share '" $4 "' (expected: a share of each processor of the host, 0.01 to 1)")
    if ($3 != "*") {
        load(at, $3, $4)
        next
    }
    if (!shared) fail("no host of the lab has 'cpu:' in its file (expected: one)")
    for (i = 1; i <= shared; i++) load(at, names[i], $4)
}

END {
    if (failed) exit 2
    if (!steps) fail("no steps (expected: one a line, such as '0s load * 0.08')")
    for (i = 2; i <= steps; i++)
        for (j = i; j > 1 && time[j - 1] > time[j]; j--) {
            at = time[j]; time[j] = time[j - 1]; time[j - 1] = at
            line = text_of[j]; text_of[j] = text_of[j - 1]; text_of[j - 1] = line
        }
    for (i = 1; i <= steps; i++) printf "%.0f %s\n", time[i], text_of[i]
}
