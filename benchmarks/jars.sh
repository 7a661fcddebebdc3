# shellcheck shell=bash
# The jars of the benchmarks: where they are, and how they are built if they are missing or old. Sourced by bench and papers,
# which set home to the checkout and name to their own name.

# shellcheck disable=SC2154 # bench and papers set home and name
target=$home/benchmarks/target
programs=$target/sluice-benchmarks.jar
applications=$target/sluice-benchmarks-applications.jar
master=$home/runtime-cli/target/sluice-master.jar
worker=$home/runtime-worker/target/sluice-worker.jar
emulator=$home/app-pep/target/app-pep.jar

# Succeeds if a jar is missing or older than a source or a pom.
stale() {
    local jar
    for jar in "$programs" "$applications" "$master" "$worker" "$emulator"; do
        [[ -f $jar ]] || return 0
        [[ -z $(find "$home"/pom.xml "$home"/*/pom.xml "$home"/*/src/main -newer "$jar" -type f -print -quit) ]] || return 0
    done
    return 1
}

build() {
    if ! command -v mvn >/dev/null; then
        echo "$name: Maven is missing (expected: mvn on the path); './sluice check' installs it" >&2
        exit 69
    fi
    echo "$name: building (log: $target/build.log)" >&2
    mkdir -p "$target"
    if ! (cd "$home" && mvn -B -q -DskipTests -pl benchmarks,runtime-cli,runtime-worker -am package) \
        >"$target/build.log" 2>&1; then
        tail -n 40 "$target/build.log" >&2
        echo "$name: the build failed (expected: 'mvn package' to succeed)" >&2
        exit 70
    fi
    touch "$programs" "$applications" "$master" "$worker" "$emulator"
}

# Runs a program of the benchmarks with the JVM options that masters get from ./sluice, and with the places of the checkout.
# The serial collector is the JVM's default on one core. Simulation times are reported for one core.
run_program() {
    local java=java program=$1 options=() option
    shift
    [[ -n ${JAVA_HOME:-} ]] && java=$JAVA_HOME/bin/java
    for option in -XX:-UsePerfData -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=20000 \
        -XX:Tier4CompileThreshold=100000; do
        options+=("--java-option=$option")
    done
    exec "$java" -XX:+UseSerialGC -cp "$programs" "$program" "${options[@]}" --script="$home/sluice" --master-jar="$master" \
        --worker-jar="$worker" --lab="$home/deploy/lab" --applications-jar="$applications" --emulator-jar="$emulator" "$@"
}
