#!/usr/bin/env bats
# shellcheck disable=SC2016 # commands in quotes expand on a host of the lab
# The test network in lab/network, on this machine's kernel: needs root and says so where it is skipped.

setup_file() {
    export home=$BATS_TEST_DIRNAME/../../../../..
    export lab=$home/lab/network/lab id=bats-$$ SLUICE_LAB=bats-$$
    export classes=$BATS_FILE_TMPDIR/classes view=$BATS_FILE_TMPDIR/view.yaml
    export unfit=''
    write_view
    javac -d "$classes" "$home/lab/network/Transfer.java" || unfit='no javac on this machine'
    # Bound to this process: when the tests are killed, the lab goes with them.
    setpriv --pdeathsig KILL "$lab" run "$view" --id "$id" -- bash -c ': > "$0"; exec sleep infinity' "$BATS_FILE_TMPDIR/is-up" \
        3>&- < /dev/null > "$BATS_FILE_TMPDIR/up" 2>&1 &
    until [[ -f $BATS_FILE_TMPDIR/is-up ]]; do
        if ! kill -0 "$!" 2> /dev/null; then
            # What is missing is a reason to skip; that a lab cannot be built where all is there is a failure.
            local code=0
            wait "$!" || code=$?
            unfit=$(tail -n 1 "$BATS_FILE_TMPDIR/up")
            ((code == 4)) || { echo "$unfit" >&2 && return 1; }
            return
        fi
        sleep 0.1
    done
}

teardown_file() {
    if [[ -d /run/sluice-lab/$id ]]; then
        "$lab" down --id "$id" 3>&-
    fi
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit 1
}

need_lab() {
    if [[ -n $unfit ]]; then
        skip "$unfit"
    fi
}

# Sets config to what 'ssh -F' is given on the hosts.
need_ssh() {
    need_lab
    config=$("$lab" ssh-config 2> missing) || skip "$(< missing)"
}

write_view() {
    cat > "$view" << 'YAML'
name: bats
links:
  - {name: near}
  - {name: there, parent: near, rate: 20 Mbit/s, buffer: 256 KiB, latency: 20 ms}
  - name: home            # fields below one another, too
    parent: near
    rate-up: 10 Mbit/s
    rate-down: 50 Mbit/s
  - {name: segment, parent: near, duplex: half, rate: 50 Mbit/s}
hosts:
  - {name: a, link: near, address: 10.99.0.1, tcp: reno}
  - {name: b, link: near, address: 10.99.0.2, rate: 100 Mbit/s, buffer: 20 KiB}
  - {name: c, link: near, address: 10.99.0.3, rate: 100 Mbit/s, cpu: 0.5}
  - {name: e, link: near, address: 10.99.0.4, rate: 100 Mbit/s}
  - {name: slow, link: near, address: 10.99.0.5, cpu: 0.1}
  - {name: far, link: there, address: 10.99.1.1}
  - {name: sofa, link: home, address: 10.99.2.1}
  - {name: s, link: segment, address: 10.99.3.1}
YAML
}

# on HOST CMD…
on() { "$lab" exec "$@" 3>&-; }

transfer() { on "$1" java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx64m -cp "$classes" Transfer "${@:2}"; }

# send FROM TO BYTES: sets rate (Mbit/s, whole) and fails unless all bytes arrived as they were.
send() {
    local sent received
    transfer "$2" receive 9000 > received &
    sent=$(transfer "$1" send "$2" 9000 "$3")
    wait "$!"
    received=$(< received)
    rate=${received##* }
    rate=${rate%.*}
    [[ ${received% *} == "$sent" ]]
}

# carries FROM TO BYTES LEAST: sends until that went at LEAST Mbit/s, which what else this machine does can only lower; sets times to
# how often it did.
carries() {
    local deadline=$((SECONDS + 60))
    times=0
    while true; do
        send "$1" "$2" "$3"
        times=$((times + 1))
        echo "$1 to $2: $rate Mbit/s"
        ((rate < $4)) || break
        ((SECONDS < deadline))
    done
}

# Whether FROM reaches TO: a port without listener refuses, one that cannot be reached is silent.
reaches() { timeout 5 "$lab" exec "$1" bash -c "exec 3<> /dev/tcp/$2/9" 3>&- 2>&1 | grep -q 'Connection refused'; }

# eventually CMD…: within a deadline that only a failure needs.
eventually() {
    local deadline=$((SECONDS + 30))
    until "$@"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.1
    done
}

# What there is of a lab on this machine: processes, devices, control groups, files.
remains_of() {
    pgrep -af -- "--(sweep|keep|hold) $1( |\$)" || true
    pgrep -ax sleep | grep -F "$2" || true
    find /run/sluice-lab/"$1" /sys/fs/cgroup -maxdepth 2 -name "*$1*" 2> /dev/null || true
}

is_gone() { [[ -z $(remains_of "$@") ]]; }

network_of_machine() {
    ip -oneline link | cut -d : -f 2 | sort
    ip netns
    ip -oneline address | awk '{ print $2, $4 }'
}

@test "hosts reach each other by address and by name, over every kind of link" {
    need_lab
    local host
    for host in b far sofa s; do
        reaches a "$host"
        reaches "$host" 10.99.0.1
    done
    reaches sofa s
}

@test "a command on a host knows its name and its devices, and its exit code is passed on" {
    need_lab
    run on b bash -c 'hostname; ls /sys/class/net; pwd; exit 7'
    [ "$status" -eq 7 ]
    [[ $output == "b"$'\n'"eth0"$'\n'"lo"$'\n'"$PWD" ]]
}

@test "a port carries its rate" {
    need_lab
    carries a e 8000000 90
    ((rate <= 110))
}

@test "a port with a buffer of 20 KiB drops what does not fit" {
    need_lab
    send a b 4000000
    "$lab" status | awk '$1 == "b" { print $9 " dropped"; exit !($9 > 0) }'
}

@test "a slow link delays by what was asked, and changes nothing" {
    need_lab
    transfer far echo 9001 &
    local micros
    micros=$(transfer a ping far 9001 20)
    echo "$micros us"
    ((micros >= 40000 && micros <= 60000))
    send a far 3000000
    echo "$rate Mbit/s"
    ((rate <= 22))
}

@test "an asymmetric link has a rate for each direction" {
    need_lab
    carries sofa a 3000000 8
    ((rate <= 11))
    local up=$times
    carries a sofa 8000000 40
    ((rate <= 55))
    local down=$times
    "$lab" traffic 3>&- | tee traffic
    awk -v up="$up" -v down="$down" '
        $2 >= 3000000 * up && $2 < 4000000 * up + 500000 * (down - 1) && $3 >= 8000000 * down && $3 < 9500000 * down { found = 1 }
        END { exit !found }' traffic
}

@test "a half-duplex link has one rate for both directions together" {
    need_lab
    carries a s 4000000 40
    ((rate <= 55))
    # Both directions at once, counted from the first byte of either to the last of both.
    transfer s receive 9002 > to-s &
    transfer a receive 9003 > to-a &
    transfer a send s 9002 20000000 > sent-to-s &
    transfer s send a 9003 20000000 > sent-to-a &
    wait
    echo "together $(< to-s) and $(< to-a)"
    awk '{ sum += $3 } END { exit !(sum <= 80) }' to-s to-a # 100 if they did not share
}

# spin HOST: sets share, thousandths of a processor that a loop got on it in 3 s, as the kernel accounts for it.
spin() {
    share=$(on "$1" bash -c 'start=$(date +%s%N); while (($(date +%s%N) - start < 3000000000)); do for ((i = 0; i < 20000; i++)); do :; done; done
        read -r user system < <(awk "{ print \$14 + \$16, \$15 + \$17 }" /proc/$$/stat)
        echo $((1000 * (user + system) / $(getconf CLK_TCK) * 1000000 / (($(date +%s%N) - start) / 1000)))')
    echo "$1: $share thousandths"
}

throttled() {
    awk '$1 == "nr_throttled" { print $2 }' "$(awk -v id="$id" -v host="$1" '
        $3 == "cgroup" && "," $4 "," ~ /,cpu,/ { one = $2 } $3 == "cgroup2" { two = $2 }
        END { print (one == "" ? two : one) "/sluice-lab-" id "/" host "/cpu.stat" }' /proc/self/mounts)"
}

@test "a host gets its share of the processor, and no more" {
    need_lab
    spin c
    ((share > 20 && share <= 550))
    # A tenth is less than even a busy machine has to give, so that it is the kernel that held it back.
    spin slow
    ((share > 20 && share <= 130))
    (($(throttled slow) > 0))
}

@test "a host's share of the processor can be changed while the lab is up" {
    need_lab
    "$lab" share slow 0.5 --id "$id" 3>&-
    spin slow
    ((share > 130 && share <= 550))
    "$lab" share slow 0.1 --id "$id" 3>&-
    spin slow
    ((share <= 130))
    run "$lab" share a 0.5 --id "$id" 3>&-
    [ "$status" -eq 2 ]
    [[ $output == *"host a: has all processors (expected: "* ]]
    run "$lab" share slow none --id "$id" 3>&-
    [ "$status" -eq 2 ]
    [[ $output == *"share: 'none' (expected: "* ]]
}

# quota LAB HOST: prints the processor time that a host may use, and in which period, in microseconds.
quota() {
    local group
    group=$(awk -v lab="$1" -v host="$2" '
        $3 == "cgroup" && "," $4 "," ~ /,cpu,/ { one = $2 } $3 == "cgroup2" { two = $2 }
        END { print (one == "" ? two : one) "/sluice-lab-" lab "/" host }' /proc/self/mounts)
    cat "$group/cpu.max" 2> /dev/null || paste -d ' ' "$group/cpu.cfs_quota_us" "$group/cpu.cfs_period_us"
}

has_quota() { [[ $(quota "$id" "$1") == "$2" ]]; }

@test "a load file changes processors and links at its times" {
    need_lab
    printf '%s\n' '# comes last' '4s load * 0.1' '0s load slow 0.02   # less than 0.05 in longer periods' \
        '0s link there 5Mbit/s' > first.load
    local begun=${EPOCHREALTIME/[.,]/}
    "$lab" load first.load --id "$id" 3>&- &
    eventually has_quota slow '2000 100000'
    wait "$!"
    ((${EPOCHREALTIME/[.,]/} - begun >= 4000000))
    [ "$(quota "$id" slow)" = '2000 20000' ]
    [ "$(quota "$id" c)" = '2000 20000' ]
    send a far 1000000
    ((rate <= 5))
    printf '%s\n' '0s link there 20Mbit/s' '0s load c 0.5' > back.load
    "$lab" load back.load --id "$id" 3>&-
    [ "$(quota "$id" c)" = '10000 20000' ]
}

@test "run follows a load file from before its command to its end" {
    need_lab
    printf '%s\n' '0s load slow 0.02' '500ms load slow 0.04' '1h load slow 1' > run.load
    export -f quota
    run "$lab" run "$view" --id "$id-load" --load run.load -- bash -c \
        'quota "$SLUICE_LAB" slow; until [[ $(quota "$SLUICE_LAB" slow) == "4000 100000" ]]; do sleep 0.1; done; exit 9' 3>&-
    echo "$output"
    [ "$status" -eq 9 ]
    [[ $output == '2000 100000' ]]
    eventually is_gone "$id-load" nothing
}

@test "errors in a load file name its line, and the load files that come with it are in order" {
    need_lab
    local step message
    while IFS='|' read -r step message; do
        printf '# first\n%s\n' "$step" > wrong.load
        run "$lab" load wrong.load --id "$id" 3>&-
        echo "$step: $output"
        [ "$status" -eq 2 ]
        [[ $output == *"wrong.load:2: "*"$message"* ]]
    done << 'CASES'
5 load slow 0.5|'5' (expected: a time
5s load slow 2|share '2' (expected:
5s load slow 0.001|share '0.001' (expected:
5s load nobody 0.5|host 'nobody' (expected:
5s load a 0.5|host 'a' has all processors
5s link near 5Mbit/s|link 'near' leads nowhere
5s link there 5Mbits|'5Mbits' (expected: a rate
5s link there 1kbit/s|rate out of range
5s link there 10Gbit/s|more than the relay holds
5s lose slow|(expected: TIME load HOST SHARE
# nothing|no steps
CASES
    local file place
    for file in "$home"/lab/network/patterns/*.load; do
        place=mate
        [[ $file != */quiet-site.load ]] || place=sites
        [[ $file != */outside.load ]] || place=slow16
        awk -f "$home/lab/network/view.awk" "$home/lab/network/$place.yaml" > table
        awk -v table=table -f "$home/lab/network/load.awk" "$file" > steps
        grep -q '^0 ' steps
    done
}

@test "a host has its TCP flavour" {
    need_lab
    [ "$(on a cat /proc/sys/net/ipv4/tcp_congestion_control)" = reno ]
    sed 's/tcp: reno/tcp: unheard-of/' "$view" > odd.yaml
    run "$lab" up odd.yaml --id "$id-odd" 3>&-
    [ "$status" -eq 5 ]
    [[ $output == *"host a: tcp: unheard-of cannot be had (expected: one of: "*reno* ]]
    is_gone "$id-odd" nothing
}

@test "cuts separate hosts and links, one way or both, until they are healed" {
    need_lab
    "$lab" cut a b
    run reaches a b
    [ "$status" -ne 0 ]
    run reaches b a
    [ "$status" -ne 0 ]
    reaches a e
    "$lab" heal a b
    reaches a b
    "$lab" cut --one-way e a
    "$lab" status | awk '$1 == "e" { exit $NF != "a" }'
    "$lab" status | awk '$1 == "a" { exit $NF == "e" }'
    "$lab" cut near there
    run reaches far b
    [ "$status" -ne 0 ]
    reaches a b
    "$lab" heal
    reaches far b
    reaches e a
}

@test "exec ends when it is killed, and its command with it" {
    need_lab
    "$lab" exec a bash -c 'trap "echo asked > asked; exit" TERM; echo > started; while :; do sleep 0.1; done' 3>&- &
    eventually test -f started
    kill -KILL "$!"
    eventually test -f asked
}

@test "every host has an sshd with a key of its own, and is reached by name from every other" {
    need_ssh
    local host
    for host in b far sofa s; do
        [ "$(on a ssh "$host" hostname)" = "$host" ]
    done
    [ "$(on far ssh -F "$config" a 'hostname; exit')" = a ]
    run on a ssh b 'exit 7'
    [ "$status" -eq 7 ]
    [ "$(awk '{ print $3 }' "$(dirname -- "$config")/known_hosts" | sort -u | wc -l)" -eq 8 ]
    # All that is secret is its owner's alone.
    [ -z "$(find "$(dirname -- "$config")" -type f ! -name '*.*' ! -name sshd ! -name config ! -name known_hosts -perm /077)" ]
    # What comes by ssh has the host's share of the processors.
    [[ "$(on a ssh c cat /proc/self/cgroup)" == *"/sluice-lab-$id/c"* ]]
}

@test "a host has processes and a home of its own" {
    need_ssh
    on a ssh b 'echo mine > ~/of-b; sleep 4714 > /dev/null 2>&1 < /dev/null & echo "$!" > ~/pid'
    [ "$(on b bash -c 'cat ~/of-b')" = mine ]
    on a bash -c '! test -e ~/of-b && ! pgrep -xf "sleep 4714"'
    on b bash -c 'pgrep -xf "sleep 4714" > pids && diff pids ~/pid && kill "$(< ~/pid)"'
    [[ "$(on b java -XshowSettings:properties -version 2>&1)" == *"user.home = /run/sluice-lab/$id/home"* ]]
    # A process whose parent has ended is buried when it ends.
    no_sleep() { ! on b pgrep -x sleep -l -f > found 2>&1 || ! grep -q 4714 found; }
    eventually no_sleep
}

@test "hosts are bad in the ways that launchers meet, until they are healed" {
    need_ssh
    local what expected
    while IFS='|' read -r what expected; do
        "$lab" fault b "$what" 3>&-
        "$lab" fault b "$what" 3>&-
        "$lab" status | grep -q "^b: $what$"
        run on a ssh b 'java -version || exit 9' < /dev/null
        echo "$what: $status $output"
        [ "$status" -ne 0 ]
        [[ $output == *"$expected"* ]]
        "$lab" heal b 3>&-
        run on a ssh b java -version < /dev/null
        [ "$status" -eq 0 ]
    done << 'CASES'
port-closed|Connection refused
key-refused|Permission denied (publickey)
no-java|java: command not found
CASES
    run on a ssh nowhere true
    [[ $output == *"Could not resolve hostname nowhere: Name or service not known"* ]]
    "$lab" fault b no-callback
    [ "$(on a ssh b hostname)" = b ]
    run reaches b a
    [ "$status" -ne 0 ]
    "$lab" heal
    reaches b a
    run "$lab" status
    [[ $output != *b:* ]]
    run "$lab" fault b tired
    [ "$status" -eq 2 ]
    [[ $output == "lab: fault: 'tired' (expected: one of: port-closed key-refused no-java no-callback)" ]]
    run "$lab" heal nobody
    [ "$status" -eq 2 ]
    run on a "$lab" cut a b
    [ "$status" -eq 2 ]
    [[ $output == *"this is a host of lab '$id'"* ]]
}

@test "errors in a file name its line, and nothing is built" {
    local expected text
    while IFS='|' read -r text expected; do
        printf 'name: odd\nlinks:\n  - {name: lan}\nhosts:\n  - %b\n' "$text" > odd.yaml
        run awk -f "$home/lab/network/view.awk" odd.yaml
        echo "$output"
        [ "$status" -eq 2 ]
        [[ $output == "odd.yaml:$expected"* ]]
    done << 'CASES'
{name: a, link: lan, address: 10.99.0.1, rat: 1 Mbit/s}|5: field 'rat' (expected in hosts: name, link,
{name: a, link: lan, address: 10.99.0.1, rate: 1 Mb/s}|5: rate: '1 Mb/s' (expected: a number, a space, and one of bit/s,
{name: a, link: lan, address: 10.99.0.1, rate: fast}|5: rate: 'fast' (expected:
{name: a, link: lan, address: 10.99.0.1, buffer: 1 KiB}|5: buffer: 1 KiB is out of range
{name: a, link: lan, address: 10.99.0.256}|5: address: '10.99.0.256'
{name: a, link: wan, address: 10.99.0.1}|5: link: 'wan' (expected: the name of a link)
{name: lan, link: lan, address: 10.99.0.1}|5: name 'lan', which line 3 has too
{name: a, link: lan, address: 10.99.0.1}\n  - {name: b, link: lan, address: 10.99.0.1}|6: address: 10.99.0.1, which line 5 has too
{name: a, link: lan, address: 10.99.0.1}\n  - {name: b, link: lan, address: 10.98.0.1}|6: address: 10.98.0.1 (expected: 10.99.x.y
{name: a, link: lan|5: '{name: a, link: lan' (expected: a mapping that ends
name: a\n   link: lan|6: 'link: lan' (expected: an item
name: a\n    name: b|6: field 'name' for the second time
{name: a, link: lan, address: 10.99.0.1}\nlinks:\n  - {name: x}|6: 'links:' for the second time
{name: a, link: lan, address: 10.99.0.1}\n\tx|6: a tab
{name: a, link: lan, address: 10.99.0.1, cpu: half}|5: cpu: 'half'
CASES
}

@test "errors in links name their line" {
    local expected text
    while IFS='|' read -r text expected; do
        printf 'name: odd\nlinks:\n  - {name: lan}\n  - %b\nhosts:\n  - {name: a, link: lan, address: 10.99.0.1}\n' "$text" > odd.yaml
        run awk -f "$home/lab/network/view.awk" odd.yaml
        echo "$output"
        [ "$status" -eq 2 ]
        [[ $output == "odd.yaml:$expected"* ]]
    done << 'CASES'
{name: wan}|4: a second link without 'parent:'
{name: x, parent: y}|4: parent 'y' (expected: a link named above
{name: x, parent: lan, latency: 5 ms}|4: latency without a rate
{name: x, parent: lan, latency: 1 s, rate: 1 Gbit/s}|4: rate times latency is more than the relay holds
{name: x, parent: lan, duplex: half}|4: a half-duplex link without one 'rate:'
{name: x, parent: lan, duplex: both}|4: duplex: 'both'
{name: x, parent: lan, rate: 1 Mbit/s, rate-up: 2 Mbit/s}|4: both 'rate' and 'rate-up'
CASES
}

@test "the views that come with it are in order" {
    local file
    for file in "$home"/lab/network/*.yaml; do
        awk -f "$home/lab/network/view.awk" "$file" > table
        grep -q '^host' table
    done
}

@test "without rights it says what it needs" {
    [[ $(id -u) -eq 0 ]] || skip "needs root, to become someone else"
    chmod 755 "$BATS_TEST_TMPDIR"
    run setpriv --reuid 65534 --regid 65534 --clear-groups bash -c "cd / && source '$home/lab/network/lab' up '$view'" < /dev/null
    [ "$status" -eq 4 ]
    [[ $output == *"expected: root"* ]]
}

@test "down leaves nothing, and a second lab is left alone" {
    need_lab
    network_of_machine > before
    "$lab" up "$home/lab/network/two-sites.yaml" --id "$id-two" 3>&-
    network_of_machine | diff before -
    run "$lab" up "$view" --id "$id-two" 3>&-
    [ "$status" -eq 2 ]
    [[ $output == *"is up already"* ]]
    # By ssh where there is one, so that sessions are seen to end, too.
    "$lab" exec --id "$id-two" c bash -c 'ssh d sleep 4711 || sleep 4711' < /dev/null 3>&- &
    eventually pgrep -xf 'sleep 4711'
    run is_gone "$id-two" 4711
    [ "$status" -ne 0 ]
    "$lab" down --id "$id-two"
    eventually is_gone "$id-two" 4711
    network_of_machine | diff before -
    reaches a b
}

# run_and_kill HOW: a lab with a command in it, one on a host and one in the background; 'kill' is what is done to it.
run_and_kill() {
    rm -f started
    setsid "$lab" run "$home/lab/network/two-sites.yaml" --id "$id-run" -- \
        bash -c 'sleep 4712 & "$0" exec c bash -c "sleep 4712 & : > started; sleep 4712"' "$lab" 3>&- &
    local script=$!
    eventually test -f started
    "$@" "$script"
    run wait "$script"
    eventually is_gone "$id-run" 4712
}

kill_script() { kill -KILL "$1"; }
end_script() { kill -TERM "$1"; }
kill_keeper() { kill -KILL "$(< "/run/sluice-lab/$id-run/keeper")"; }
kill_first() { kill -KILL "$(pgrep -f -- "bash .*--keep $id-run run")"; }

@test "kill -9 of run, of its keeper, or of its first process leaves nothing" {
    need_lab
    network_of_machine > before
    local how
    for how in kill_script end_script kill_keeper kill_first; do
        echo "$how"
        run_and_kill "$how"
    done
    network_of_machine | diff before -
}

@test "run passes the exit code on; Ctrl-C lets the command end in order" {
    need_lab
    run "$lab" run "$view" --id "$id-run" -- bash -c 'echo "in $SLUICE_LAB"; exit 9' 3>&-
    echo "$output"
    [ "$status" -eq 9 ]
    [[ $output == "in $id-run" ]]
    eventually is_gone "$id-run" nothing
    setsid env --default-signal=INT "$lab" run "$view" --id "$id-run" -- \
        bash -c 'trap "\"$0\" exec far hostname > drained; exit 130" INT; : > started; while :; do sleep 0.1; done' "$lab" 3>&- &
    local script=$! code=0
    eventually test -f started
    kill -INT -- "-$script"
    wait "$script" || code=$?
    [ "$code" -eq 130 ]
    [ "$(< drained)" = far ]
    eventually is_gone "$id-run" nothing
}

@test "kill -9 of up before the lab is there leaves nothing" {
    need_lab
    "$lab" up "$view" --id "$id-up" 3>&- &
    eventually test -f "/run/sluice-lab/$id-up/keeper"
    kill -KILL "$!"
    eventually is_gone "$id-up" nothing
}
