#!/usr/bin/env bash
# Draws runs with finish times and runs them in virtual time, with the master of the tests. See docs/benchmarks.md.
set -euo pipefail

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$home/lab/benchmarks/target/promise
dependency=org.apache.maven.plugins:maven-dependency-plugin:3.9.0
seed=1
count=100
kind=ALL

fail() {
    printf 'promise: %s\n' "$2" >&2
    exit "$1"
}

while (($# > 0)); do
    case $1 in
        --quick) count=5 ;;
        --seed)
            (($# > 1)) || fail 64 "--seed: no value (expected: one)"
            seed=$2
            shift
            ;;
        --only)
            (($# > 1)) || fail 64 "--only: no value (expected: calm, spares or trouble)"
            kind=${2^^}
            shift
            ;;
        *) fail 64 "$1: unknown (expected: --seed N, --only KIND or --quick)" ;;
    esac
    shift
done
[[ $seed =~ ^[1-9][0-9]{0,8}$ ]] || fail 64 "--seed: $seed (expected: 1 to 999999999)"
[[ $kind =~ ^(ALL|CALM|SPARES|TROUBLE)$ ]] || fail 64 "--only: ${kind,,} (expected: calm, spares or trouble)"

if [[ ! -f $target/classpath || -n $(find "$home"/pom.xml "$home"/*/pom.xml "$home"/*/src -newer "$target/classpath" -type f \
    -name '*.java' -print -quit) ]]; then
    command -v mvn > /dev/null || fail 69 "Maven is missing (expected: mvn on the path)"
    printf 'promise: building (log: %s)\n' "$target/build.log" >&2
    mkdir -p "$target"
    (cd "$home" && mvn -B -q -pl runtime-master -am test-compile "$dependency:build-classpath" \
        -Dmdep.outputFile=target/promise-classpath) > "$target/build.log" 2>&1 || {
        tail -n 40 "$target/build.log" >&2
        fail 70 "the build failed (expected: 'mvn test-compile' to succeed)"
    }
    {
        printf '%s\n' "$home"/runtime-master/target/{test-classes,classes}
        tr ':' '\n' < "$home/runtime-master/target/promise-classpath"
    } | paste -sd: > "$target/classpath"
fi
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:+UseSerialGC -Xmx1g -cp "$(< "$target/classpath")" \
    dev.sluice.master.PromiseCampaign "$seed" "$count" "$kind"
