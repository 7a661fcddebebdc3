#!/usr/bin/env bats
# shellcheck disable=SC2016 # commands in quotes expand in the lab
# The Grid Engine in deploy/grid-engine-lab: needs root and Grid Engine, and says so where it is skipped.

setup() {
    lab=$BATS_TEST_DIRNAME/../../../../deploy/grid-engine-lab/grid-engine-lab
    export TMPDIR=$BATS_TEST_TMPDIR
}

# run_lab ARGUMENTS…: as run, or skips when something is missing.
run_lab() {
    run "$lab" run "$@" 3>&-
    if [[ $status -eq 4 && ${lines[-1]} == 'grid-engine-lab: '* ]]; then
        skip "${lines[-1]#grid-engine-lab: }"
    fi
}

@test "a command has a Grid Engine, its exit code is passed on, and nothing is left" {
    run_lab --slots 3 -- bash -c 'echo "state: $GRID_ENGINE_LAB"
        echo "echo task \$SGE_TASK_ID on \$(hostname)" | qsub -sync y -t 1-2 -S /bin/sh -j y -o "$GRID_ENGINE_LAB"
        cat "$GRID_ENGINE_LAB"/STDIN.o*; qstat -f; exit 7'
    [ "$status" -eq 7 ]
    [[ $output == *'task 1 on grid1'* && $output == *'task 2 on grid1'* && $output == *'0/0/3'* ]]
    local state
    state=$(sed -n 's/^state: //p' <<< "$output")
    [[ $state == "$BATS_TEST_TMPDIR"/grid-engine-lab.* && ! -e $state ]]
}

@test "commands work from outside, and a kill ends everything and removes the directory" {
    run_lab -- true
    "$lab" run -- bash -c 'echo "$GRID_ENGINE_LAB" > "$TMPDIR/state"; sleep 600' 3>&- < /dev/null > /dev/null 2>&1 &
    local keeper=$! state tries=0
    until [[ -s $TMPDIR/state ]]; do
        kill -0 "$keeper"
        sleep 0.1
    done
    state=$(< "$TMPDIR/state")
    echo 'exec sleep 600' | "$state/bin/qsub" -S /bin/sh -j y -o /dev/null
    until "$state/bin/qstat" -s r | grep -q STDIN; do
        ((++tries < 900))
        sleep 0.1
    done
    kill -KILL "$keeper"
    tries=0
    while [[ -e $state ]] || grep -qa "$state" /proc/[0-9]*/cmdline 2> /dev/null; do
        ((++tries < 600))
        sleep 0.1
    done
}

@test "says what is wrong with its arguments" {
    run "$lab" start
    [ "$status" -eq 2 ]
    [[ $output == *"there is no 'start' (expected: run)"* ]]
    run "$lab" run --slots 0 -- true
    [ "$status" -eq 2 ]
    [[ $output == *"--slots: '0' (expected: 1 to 256)"* ]]
    run "$lab" run
    [ "$status" -eq 2 ]
    [[ $output == *'no command (expected: grid-engine-lab run -- CMD …)'* ]]
}
