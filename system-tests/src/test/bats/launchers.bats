#!/usr/bin/env bats
# shellcheck disable=SC2016 # stand-ins expand what is in quotes
# deploy/launchers: scripts that start agents for a pool. Commands of Grid Engine and PBS are stand-ins that answer as the real ones
# do, or as their manuals say; GridEngineIT uses a real Grid Engine. The agent is a stand-in, too.

setup() {
    launchers=$BATS_TEST_DIRNAME/../../../../deploy/launchers
    export SLUICE_NAME=sluice-081502-3c1d SLUICE_BATCH=sluice-081502-3c1d-x1 SLUICE_SLOTS=2 SLUICE_LOGS=$BATS_TEST_TMPDIR
    export SLUICE_AGENT="$BATS_TEST_TMPDIR/agent 'two words'"
    export PATH=$BATS_TEST_TMPDIR/bin:$PATH
    cd "$BATS_TEST_TMPDIR" || exit 1
    mkdir bin
    stand_in agent 'echo "agent $*"; exec -a "agent $*" sleep 600'
    mv bin/agent agent
}

teardown() {
    local file
    for file in "$BATS_TEST_TMPDIR"/*.pid; do
        [[ ! -e $file ]] || kill "$(< "$file")" 2> /dev/null || true
    done
}

# stand_in NAME BODY: a program that notes its arguments and input, and then does this.
stand_in() {
    printf '#!/bin/bash\n[[ -t 0 || ${0##*/} != qsub ]] || cat > input\necho "${0##*/} $*" >> calls\n%s\n' "$2" > "bin/$1"
    chmod +x "bin/$1"
}

@test "all print their usage, and refuse other verbs" {
    local each
    for each in example grid-engine pbs; do
        run env -i PATH="$PATH" "$launchers/$each"
        [ "$status" -eq 0 ]
        [[ $output == "Usage: $each check | start N | status | stop ID…"* ]]
        run "$launchers/$each" restart
        [ "$status" -eq 2 ]
    done
}

@test "example: agents are processes with names, and SIGTERM stops them" {
    "$launchers/example" check
    run "$launchers/example" start 2 3>&-
    [ "$output" = "$SLUICE_BATCH-1"$'\n'"$SLUICE_BATCH-2" ]
    local tries=0
    until grep -q "^agent two words --name $SLUICE_BATCH-2\$" "$SLUICE_BATCH-2.log"; do
        ((++tries < 600))
        sleep 0.1
    done
    run "$launchers/example" status
    [ "$output" = "$SLUICE_BATCH-1 running"$'\n'"$SLUICE_BATCH-2 running" ]
    "$launchers/example" stop "$SLUICE_BATCH-1" unknown
    while "$launchers/example" status | grep -q "$SLUICE_BATCH-1"; do
        ((++tries < 600))
        sleep 0.1
    done
    run "$launchers/example" status
    [ "$output" = "$SLUICE_BATCH-2 running" ]
    "$launchers/example" stop "$SLUICE_BATCH-2"
}

@test "grid-engine: an array job, and what its tasks do" {
    stand_in qsub 'echo 12.1-3:1'
    run "$launchers/grid-engine" start 3
    [ "$output" = $'12.1\n12.2\n12.3' ]
    [[ $(< calls) == "qsub -terse -S /bin/sh -N $SLUICE_NAME -t 1-3 "*" -pe smp 2" ]]
    [ "$(JOB_ID=12 SGE_TASK_ID=2 bash -c 'sleep() { :; }; sed -i "s/ exec.*//" agent; . ./input')" = 'agent two words --name 12.2' ]
    SLUICE_SLOTS=0 SLUICE_QSUB_OPTIONS='-q long.q -l h_rt=60' "$launchers/grid-engine" start 1
    [[ $(tail -n 1 calls) == *' -q long.q -l h_rt=60' && $(tail -n 1 calls) != *-pe* ]]
}

@test "grid-engine: states of this pool's tasks, and no answer is an error" {
    stand_in qstat "cat answer"
    {
        echo "<?xml version='1.0'?>"
        job 12 "$SLUICE_NAME" r 1
        job 12 "$SLUICE_NAME" qw 2
        job 12 "$SLUICE_NAME" Eqw 3
        job 12 "$SLUICE_NAME" dr 4
        job 12 "$SLUICE_NAME" hqw 5
        job 13 another r 1
    } > answer
    run "$launchers/grid-engine" status
    [ "$status" -eq 0 ]
    [ "$output" = $'12.1 running\n12.2 queued\n12.3 failed\n12.4 running\n12.5 queued' ]
    stand_in qstat 'echo "error: commlib error: got select error" >&2; exit 1'
    run "$launchers/grid-engine" status
    [ "$status" -eq 1 ]
    [[ $output == *'commlib error'* ]]
}

job() { # NUMBER NAME STATE TASK: as qstat 8.1.9 prints it
    printf '    <job_list state="any">\n      <JB_job_number>%s</JB_job_number>\n      <JAT_prio>0.50000</JAT_prio>\n' "$1"
    printf '      <JB_name>%s</JB_name>\n      <JB_owner>ada</JB_owner>\n      <state>%s</state>\n' "$2" "$3"
    printf '      <queue_name>main.q@grid1</queue_name>\n      <slots>1</slots>\n      <tasks>%s</tasks>\n    </job_list>\n' "$4"
}

@test "grid-engine: tasks that are unknown stop without an error, but not without an answer" {
    stand_in qdel 'echo "denied: job \"99\" does not exist" >&2; exit 1'
    stand_in qstat ''
    run "$launchers/grid-engine" stop 12.1 99.1
    [ "$status" -eq 0 ]
    [[ $(head -n 1 calls) == 'qdel 12.1 99.1' ]]
    stand_in qstat 'exit 1'
    run "$launchers/grid-engine" stop 12.1
    [ "$status" -eq 1 ]
}

@test "pbs: one job for each agent, until one is refused" {
    stand_in qsub 'n=$(grep -c ^qsub calls); ((n < 3)) || { echo "qsub: would exceed queue generic per-user limit" >&2; exit 38; }
        echo "$n.head"'
    run "$launchers/pbs" start 2
    [ "$output" = $'1.head\n2.head' ]
    [[ $(head -n 1 calls) == 'qsub -N s-081502-3c1d '*' -l nodes=1:ppn=2' ]]
    [ "$(PBS_JOBID=1.head bash -c 'sed -i "s/ exec.*//" agent; . ./input')" = 'agent two words --name 1.head' ]
    echo > calls
    run "$launchers/pbs" start 4
    [ "$status" -eq 38 ]
    [[ $output == $'1.head\n2.head\n'*'per-user limit'* ]]
}

@test "cloud: the script of docs/queues.md" {
    sed -n '/^```sh$/,/^```$/p' "$launchers/../../docs/queues.md" | sed '1d;$d' > cloud.sh
    [ "$(wc -l < cloud.sh)" -le 26 ]
    chmod +x cloud.sh
    printf 'run=pool\nsecret=a$b\nend\n' > agent.run
    export SLUICE_RUNFILE=$PWD/agent.run
    stand_in cloud 'case $1 in create) cp "${@: -1}" "boot-$2" ;; list) printf "a BOOTING\nb UP\nc ERROR\nd GONE\n" ;; esac'
    ./cloud.sh check
    run ./cloud.sh start 2
    [ "$output" = "$SLUICE_BATCH-1"$'\n'"$SLUICE_BATCH-2" ]
    stand_in java 'echo "java $*" > started; cat >> started'
    stand_in poweroff ''
    sh "boot-$SLUICE_BATCH-2"
    [ "$(head -n 1 started)" = "java -jar /opt/sluice-worker.jar join --slots 2 --name $SLUICE_BATCH-2 -" ]
    [ "$(tail -n +2 started)" = "$(< agent.run)" ]
    run ./cloud.sh status
    [ "$output" = $'a queued\nb running\nc failed' ]
    ./cloud.sh stop a b
    [ "$(tail -n 1 calls)" = 'cloud delete --if-exists a b' ]
    stand_in cloud 'exit 3'
    run ./cloud.sh status
    [ "$status" -eq 3 ]
}

@test "pbs: states, and no answer is an error" {
    stand_in qselect 'case $* in *"-s QTW") echo 3.head ;; *"-s ERS") printf "1.head\n2.head\n" ;; *"-s H") echo 4.head ;; esac'
    run "$launchers/pbs" status
    [ "$output" = $'4.head failed\n3.head queued\n1.head running\n2.head running' ]
    [[ $(head -n 1 calls) == "qselect -u $(id -un) -N s-081502-3c1d -s "* ]]
    stand_in qselect '[[ $* != *ERS* ]] || { echo "Connection refused" >&2; exit 15; }'
    run "$launchers/pbs" status
    [ "$status" -ne 0 ]
    stand_in qselect ''
    stand_in qdel 'echo "qdel: Unknown Job Id 99.head" >&2; exit 153'
    run "$launchers/pbs" stop 99.head
    [ "$status" -eq 0 ]
}

@test "qsub, qstat and qdel of Nextflow are runs of a pool" {
    mkdir -p "$BATS_TEST_TMPDIR/nextflow"
    cd "$BATS_TEST_TMPDIR/nextflow"
    printf '#!/bin/sh\necho "$@"\n' > sluice
    chmod +x sluice
    examples=$BATS_TEST_DIRNAME/../../../../examples/nextflow
    printf '#!/bin/bash\n#PBS -N nf-a\n#PBS -l nodes=1:ppn=2\n#PBS -l walltime=01:02:03\n#PBS -l mem=200mb\n' > .command.run
    run env PATH="$PWD:$PATH" "$examples/qsub" -N nf-a .command.run
    [ "$output" = "submit each --cpus 2 --memory 200m --timeout 3723s bash {} ::: $PWD/.command.run" ]
    printf '#!/bin/bash\n#PBS -N nf-a\n' > .command.run
    run env PATH="$PWD:$PATH" "$examples/qsub" -N nf-a .command.run
    [ "$output" = "submit each --cpus 1 bash {} ::: $PWD/.command.run" ]
    printf '#!/bin/sh\nprintf "run  application\\neach-1  each bash {}\\nmandelbrot-2  Mandelbrot\\n"\n' > sluice
    run env PATH="$PWD:$PATH" "$examples/qstat" -f -1
    [ "$output" = "$(printf 'Job Id: each-1\n    job_state = R')" ]
    printf '#!/bin/sh\necho "$@"\n' > sluice
    run env PATH="$PWD:$PATH" "$examples/qdel" each-1 each-2
    [ "$output" = "$(printf 'cancel each-1\ncancel each-2')" ]
}
