#!/usr/bin/env bats
# deploy/hosts/workers and the steps that it sends, over a real sshd on loopback. Java is a stand-in that behaves as a worker.

setup_file() {
    export dir=$BATS_FILE_TMPDIR host=$BATS_TEST_DIRNAME/sshd-host workers=$BATS_TEST_DIRNAME/../../../../deploy/hosts/workers
    export missing
    missing=$("$host" missing) || missing=
    [[ -z $missing ]] || return 0
    export SLUICE_SSH="ssh -F $dir/config" SLUICE_WORKER_JAR=$dir/sluice-worker.jar
    head -c 300000 /dev/urandom > "$SLUICE_WORKER_JAR"
    make_java
    "$host" keys "$dir"
    start_host north 127.0.0.2 && start_host south 127.0.0.3
    mkdir -m 700 "$dir/private"
    printf 'run=a-run\naddress=127.0.0.1:9\nsecret=very-secret\nend\n' > "$dir/private/worker.run"
}

# A worker that has joined as soon as it has read its run file, and ends when it is asked to.
make_java() {
    mkdir -p "$dir/java/bin"
    cat > "$dir/java/bin/java" << 'JAVA'
#!/bin/sh
case $* in *-version*) echo 'openjdk version "17.0.1"' >&2; exit ;; esac
until [ "$line" = end ]; do read -r line || exit 9; done
echo "sluice: joined w1"
trap 'echo asked to leave; exit 0' TERM
while :; do sleep 0.1; done
JAVA
    chmod +x "$dir/java/bin/java"
}

start_host() {
    local port=$((20000 + RANDOM % 10000))
    JAVA_HOME=$dir/java "$host" run "$dir" "$1" "$2" "$port" 3>&- > "$dir/$1.log" 2>&1 &
    echo "$!" >> "$dir/pids"
    until [[ -s $dir/$1.pid ]]; do
        kill -0 "$!" || return 1
        sleep 0.1
    done
}

teardown_file() {
    local pid
    if [[ -f $dir/pids ]]; then
        "$workers" stop north,south a-run 1 || true
        while read -r pid; do
            kill "$pid" || true
        done < "$dir/pids"
    fi
}

setup() {
    [[ -z $missing ]] || skip "$missing"
    cd "$BATS_TEST_TMPDIR" || exit 1
}

jars_on() { find "$dir/$1.cache/sluice/workers" -type f; }

@test "brings the jar to each host, once and whole" {
    run "$workers" push north,south
    [ "$status" -eq 0 ]
    [[ $output == *"north: jar received"* && $output == *"south: jar received"* ]]
    cmp "$(jars_on north)" "$SLUICE_WORKER_JAR"
    [[ $(jars_on north) == */$(sha256sum < "$SLUICE_WORKER_JAR" | cut -c 1-64)/sluice-worker.jar ]]
    run "$workers" push north
    [ "$status" -eq 0 ]
    [[ $output == *"north: jar there"* ]]
}

@test "brings it again when it is not what it should be" {
    "$workers" push north
    echo broken >> "$(jars_on north)"
    run "$workers" push north
    [ "$status" -eq 0 ]
    [[ $output == *"jar received"* ]]
    cmp "$(jars_on north)" "$SLUICE_WORKER_JAR"
}

@test "starts workers, says which are there, fetches their logs, and stops them" {
    printf 'north slots=3\nsouth  # of two\n' > hosts
    run "$workers" start hosts "$dir/private/worker.run"
    [ "$status" -eq 0 ]
    [[ $output == *"north: joined w1"* && $output == *"south: joined w1"* ]]
    run "$workers" status hosts
    [ "$status" -eq 0 ]
    [[ $output == *"north: worker a-run north-"* && $output == *"south: worker a-run south-"* ]]
    run "$workers" status hosts another-run
    [[ $output != *worker* ]]
    pgrep -f -- '--name north --slots 3 -'
    run "$workers" stop hosts a-run
    [ "$status" -eq 0 ]
    [[ $output == *"north: ended "* && $output == *"south: ended "* && $output != *killed* ]]
    run "$workers" status hosts
    [[ $output != *worker* ]]
    run "$workers" logs hosts a-run .
    [ "$status" -eq 0 ]
    grep -q 'asked to leave' north-*.log
}

@test "ends a worker that does not listen" {
    "$workers" start south "$dir/private/worker.run"
    kill -STOP "$("$workers" status south a-run | sed -n 's/.* //p' | head -n 1)"
    run "$workers" stop south a-run 1
    [ "$status" -eq 0 ]
    [[ $output == *"south: killed "* ]]
}

@test "shows the secret to nobody" {
    "$workers" start north "$dir/private/worker.run"
    run grep -las very-secret /proc/[0-9]*/cmdline /proc/[0-9]*/environ
    [ "$status" -ne 0 ]
    run grep -rl very-secret "$dir/north.cache"
    [ "$status" -ne 0 ]
    [ -z "$(find "$dir/north.cache/sluice" -perm /077)" ]
    "$workers" stop north a-run
}

@test "goes on with the others when a host cannot be reached" {
    run "$workers" push north,no-such-host.invalid
    [ "$status" -eq 1 ]
    [[ $output == *"no-such-host.invalid: ssh: Could not resolve hostname"* && $output == *"north: jar there"* ]]
}

@test "refuses a file of hosts that it does not understand, with the line" {
    printf 'north\nsouth cores=3\n' > hosts
    run "$workers" push hosts
    [ "$status" -eq 2 ]
    [[ $output == *"hosts:2: cores=3 (expected: slots=N or port=N)"* ]]
}

@test "says what it expects" {
    run "$workers" go north
    [ "$status" -eq 2 ]
    [[ $output == *"'go' (expected: push, start, status, stop or logs)"* ]]
    run "$workers" start north
    [ "$status" -eq 2 ]
    run "$workers" --help
    [ "$status" -eq 0 ]
}

@test "has steps that any POSIX shell reads" {
    local shell
    for shell in dash "busybox sh" "bash --posix" ksh mksh yash; do
        if command -v "${shell%% *}" > /dev/null; then
            # shellcheck disable=SC2086 # a shell and its option
            run env HOME="$PWD" run= $shell -c "set -u; $(cat "${workers%/*}"/steps/{lib,status}.sh)"
            [ "$status" -eq 0 ]
            [ "$output" = "sluice: done" ]
        fi
    done
}
