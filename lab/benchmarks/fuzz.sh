#!/usr/bin/env bash
# Feeds each decoder inputs that are guided by coverage, with Jazzer. See README.md in this directory.
set -euo pipefail

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$home/lab/benchmarks/target/fuzz
tools=$target/tools
jazzer=0.30.0
dependency=org.apache.maven.plugins:maven-dependency-plugin:3.9.0
modules=(runtime-api runtime-net runtime-files runtime-master runtime-worker runtime-insight runtime-cli)

usage() {
    cat >&2 <<'END'
Usage: lab/lab fuzz [--minutes N] [--target NAME] [--seed N] [--keep]
Runs each fuzz target for its share of the time, and prints inputs, coverage, corpus and findings of each. Exit code 0
without findings, 1 with findings.

  --minutes N     time for all targets together (default: 10)
  --target NAME   only this target, such as HeaderFuzz
  --seed N        seed of the mutations (default: 1)
  --keep          write the smallest corpus with the same coverage into the test resources
END
}

fail() {
    echo "fuzz: $2" >&2
    exit "$1"
}

# Prints the source of each target.
targets() {
    find "${modules[@]/#/$home/}" -path '*/src/test/java/*Fuzz.java' | sort
}

# Compiles the modules and fetches Jazzer, unless both are there and no source is newer.
build() {
    if [[ -f $target/classpath && -z $(find "$home"/pom.xml "$home"/*/pom.xml "$home"/*/src -newer "$target/classpath" \
        -type f -not -name '*.corpus' -print -quit) ]]; then
        return
    fi
    command -v mvn >/dev/null || fail 69 "Maven is missing (expected: mvn on the path); './sluice check' installs it"
    echo "fuzz: building (log: $target/build.log)" >&2
    mkdir -p "$tools"
    local artifact list
    list=$(IFS=,; echo "${modules[*]}")
    {
        for artifact in jazzer jazzer-api; do
            mvn -B -q "$dependency:copy" -Dartifact="com.code-intelligence:$artifact:$jazzer" -DoutputDirectory="$tools"
        done
        (cd "$home" && mvn -B -q -pl "$list" -am test-compile "$dependency:build-classpath" \
            -Dmdep.outputFile=target/fuzz-classpath)
    } >"$target/build.log" 2>&1 || {
        tail -n 40 "$target/build.log" >&2
        fail 70 "the build failed (expected: 'mvn test-compile' to succeed, and a repository with Jazzer $jazzer)"
    }
    {
        printf '%s\n' "$home"/*/target/classes "$home"/*/target/test-classes
        cat "${modules[@]/%//target/fuzz-classpath}" | tr ':' '\n' | grep '\.jar$' | grep -v '/dev/sluice/' | sort -u
    } | paste -sd: >"$target/classpath"
}

# Runs Jazzer in the directory of a target. Arguments: the class, directories of inputs, options of libFuzzer.
run_jazzer() {
    local class=$1
    shift
    "$java" -XX:+UseSerialGC -Xmx1g -Xss1m --add-opens=java.base/java.lang=ALL-UNNAMED \
        -cp "$tools/jazzer-$jazzer.jar:$tools/jazzer-api-$jazzer.jar:$(<"$target/classpath")" \
        com.code_intelligence.jazzer.Jazzer --target_class="$class" --keep_going=20 \
        --disabled_hooks='com.code_intelligence.**' \
        --instrumentation_includes='dev.sluice.**:com.fasterxml.**:org.snakeyaml.**:io.netty.handler.codec.http.**' \
        --custom_hook_excludes='**' --reproducer_path=. "$@" -timeout=20 -rss_limit_mb=4096
}

# Runs one target. Arguments: source, seconds, seed, and whether the corpus is kept.
fuzz() {
    local source=$1 seconds=$2 seed=$3 keep=$4 name class directory from status=0
    name=$(basename "$source" .java)
    class=${source#*/src/test/java/}
    class=${class%.java}
    class=${class//\//.}
    directory=$target/$name
    from=$SECONDS
    rm -rf "$directory"
    mkdir -p "$directory/corpus" "$directory/smallest"
    cd "$directory"
    "$java" -cp "$(<"$target/classpath")" dev.sluice.testing.FuzzCorpus unpack "$class" corpus
    run_jazzer "$class" corpus -max_total_time="$seconds" -seed="$seed" -max_len=4096 -use_value_profile=1 \
        -artifact_prefix=./ -print_final_stats=1 >log 2>&1 || status=$?
    # Jazzer leaves a file for each finding. Any other failure is one of the fuzzer itself.
    if ((status != 0 && $(findings) == 0)); then
        tail -n 20 log >&2
        fail 70 "$name: Jazzer ended with exit code $status (expected: 0, or a finding)"
    fi
    if [[ $keep == yes ]]; then
        run_jazzer "$class" smallest corpus -merge=1 >merge.log 2>&1 || true
        "$java" -cp "$(<"$target/classpath")" dev.sluice.testing.FuzzCorpus pack smallest \
            "${source%/src/test/java/*}/src/test/resources/${class//.//}.corpus" >packed
    fi
    report "$name" "$((SECONDS - from))"
}

# Prints how many inputs of the current directory are findings.
findings() {
    find . -maxdepth 1 '(' -name 'crash-*' -o -name 'timeout-*' -o -name 'oom-*' ')' | wc -l
}

# Prints the line of a target from its log. Arguments: name and seconds.
report() {
    local inputs line findings
    local -a coverage
    inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' log | tail -n 1)
    line=$(grep -Eo 'cov: [0-9]+ ft: [0-9]+ corp: [0-9]+' log | tail -n 1 || true)
    findings=$(findings)
    all=$((all + ${inputs:-0}))
    found=$((found + findings))
    read -r -a coverage <<<"$line"
    printf '%-18s %12s %9s %9s %7s %8s %6s\n' \
        "$1" "${inputs:-?}" "${coverage[1]:-?}" "${coverage[3]:-?}" "${coverage[5]:-?}" "$findings" "$2"
    if ((findings > 0)); then
        grep -A 3 -E '^== (Java Exception|libFuzzer)|ERROR: libFuzzer' log | sed 's/^/    /' || true
        echo "    inputs and log: $PWD"
    fi
}

main() {
    local minutes=10 seed=1 only='' keep=no source count=0
    while (($# > 0)); do
        case $1 in
            --help | -h)
                usage
                exit 64
                ;;
            --keep)
                keep=yes
                shift
                continue
                ;;
            --minutes | --target | --seed) (($# > 1)) || fail 64 "$1: no value (expected: one)" ;;
            *)
                usage
                fail 64 "$1: unknown (expected: an option from above)"
                ;;
        esac
        case $1 in
            --target) only=$2 ;;
            --minutes) minutes=$2 ;;
            *) seed=$2 ;;
        esac
        shift 2
    done
    [[ $minutes =~ ^[1-9][0-9]{0,4}$ ]] || fail 64 "--minutes: $minutes (expected: 1 to 99999)"
    [[ $seed =~ ^[1-9][0-9]{0,8}$ ]] || fail 64 "--seed: $seed (expected: 1 to 999999999)"
    java=java
    [[ -n ${JAVA_HOME:-} ]] && java=$JAVA_HOME/bin/java
    local sources=()
    while read -r source; do
        if [[ -z $only || $(basename "$source" .java) == "$only" ]]; then
            sources+=("$source")
        fi
    done < <(targets)
    count=${#sources[@]}
    ((count > 0)) ||
        fail 64 "--target: $only (expected: one of $(targets | xargs -n 1 basename -s .java | paste -sd' '))"
    build
    all=0
    found=0
    printf '%-18s %12s %9s %9s %7s %8s %6s\n' target inputs coverage features corpus findings s
    for source in "${sources[@]}"; do
        fuzz "$source" "$(((minutes * 60 + count - 1) / count))" "$seed" "$keep"
    done
    echo "$count targets, $all inputs, $found findings"
    ((found == 0))
}

main "$@"
