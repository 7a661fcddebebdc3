#!/usr/bin/env bats
# shellcheck disable=SC2016 # commands in quotes expand in the cluster
# The Slurm cluster in deploy/slurm-lab: needs root and Slurm, and says so where it is skipped.

setup() {
    lab=$BATS_TEST_DIRNAME/../../../../deploy/slurm-lab/slurm-lab
    export TMPDIR=$BATS_TEST_TMPDIR
}

# run_lab ARGUMENTS…: as run, or skips when something is missing.
run_lab() {
    run "$lab" run "$@" 3>&-
    if [[ $status -eq 4 && ${lines[-1]} == 'slurm-lab: '* ]]; then
        skip "${lines[-1]#slurm-lab: }"
    fi
}

@test "a command has a cluster, its exit code is passed on, and nothing is left" {
    run_lab --nodes 2 --cpus 3 -- bash -c 'echo "state: ${SLURM_CONF%/*}"; srun --nodes=2 --exclusive sh -c "echo \$SLURMD_NODENAME has \$SLURM_CPUS_ON_NODE"; exit 7'
    [ "$status" -eq 7 ]
    [[ $output == *'n1 has 3'* && $output == *'n2 has 3'* ]]
    local state
    state=$(sed -n 's/^state: //p' <<< "$output")
    [[ $state == "$BATS_TEST_TMPDIR"/slurm-lab.* && ! -e $state ]]
}

@test "a kill ends the cluster, jobs included, and removes its directory" {
    run_lab --nodes 1 -- true
    "$lab" run --nodes 1 -- bash -c 'sbatch --quiet --output=/dev/null --wrap="sleep 600" && while [[ -z $(squeue -h -t R) ]]; do sleep 0.1; done
        echo "${SLURM_CONF%/*}" > "$TMPDIR/state"; sleep 600' 3>&- < /dev/null > /dev/null 2>&1 &
    local keeper=$!
    until [[ -s $TMPDIR/state ]]; do
        kill -0 "$keeper"
        sleep 0.1
    done
    local state
    state=$(< "$TMPDIR/state")
    kill -KILL "$keeper"
    local tries=0
    while [[ -e $state ]] || grep -qa "$state" /proc/[0-9]*/cmdline 2> /dev/null; do
        ((++tries < 600))
        sleep 0.1
    done
}

@test "says what is wrong with its arguments" {
    run "$lab" start
    [ "$status" -eq 2 ]
    [[ $output == *"there is no 'start' (expected: run)"* ]]
    run "$lab" run --nodes 0 -- true
    [ "$status" -eq 2 ]
    [[ $output == *"--nodes: '0' (expected: 1 to 32)"* ]]
    run "$lab" run
    [ "$status" -eq 2 ]
    [[ $output == *'no command (expected: slurm-lab run -- CMD …)'* ]]
}
