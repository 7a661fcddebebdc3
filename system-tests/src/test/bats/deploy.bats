#!/usr/bin/env bats
# shellcheck disable=SC2016 # the units' own commands expand, not this file's
# The small commands inside deploy/: what a unit of systemd checks before it starts, what a pod's probe looks at.

setup() {
    home=$BATS_TEST_DIRNAME/../../../..
    cd "$BATS_TEST_TMPDIR" || exit 1
}

# The check of the unit as systemd would run it, for run files below this directory.
unit_check() {
    local line
    line=$(sed -n "s/^ExecStartPre=+\/bin\/sh -c '\(.*\)'$/\1/p" "$home/deploy/systemd/sluice-worker@.service")
    line=${line//%i/cluster} line=${line//\$\$/\$} line=${line//\\\\/\\}
    line=${line//-user root/-user $(id -un)}
    /bin/sh -c "${line//\/etc\/sluice/$BATS_TEST_TMPDIR\/sluice}"
}

@test "a unit takes a run file that only its owner can read" {
    mkdir -m 700 sluice
    (umask 077 && : > sluice/cluster.run)
    run unit_check
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "a unit refuses a run file that others can read" {
    mkdir -m 700 sluice
    : > sluice/cluster.run
    chmod 640 sluice/cluster.run
    run unit_check
    [ "$status" -eq 2 ]
    [[ $output == *"sluice/cluster.run: others may read it"*"chmod 600"* ]]
}

@test "a unit refuses a run file in a directory that others can enter" {
    mkdir -m 755 sluice
    (umask 077 && : > sluice/cluster.run)
    run unit_check
    [ "$status" -eq 2 ]
}

# The probe of the manifest, on connections written down here.
probe() {
    local line
    line=$(sed -n 's/^ *- \(cat \/proc\/net\/tcp .*\)$/\1/p' "$home/deploy/kubernetes/workers.yaml")
    [ -n "$line" ] || return 9
    /bin/sh -c "${line//\/proc\/net/$BATS_TEST_TMPDIR}"
}

@test "a pod is ready when its worker is connected, by either kind of address" {
    echo '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid' > tcp
    echo '   0: 0100007F:1BA5 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0' >> tcp
    run probe
    [ "$status" -eq 1 ]
    echo '   1: 0A01007F:9C40 0100007F:1BA5 01 00000000:00000000 00:00000000 00000000 10001' > tcp6
    run probe
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}
