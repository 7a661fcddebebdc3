#!/usr/bin/env bats
# shellcheck disable=SC2016 # stand-ins expand their arguments, not this file's
# The ./sluice script by itself: Java, Maven and apt-get are stand-ins that write down how they were called.

setup() {
    checkout=$BATS_TEST_TMPDIR/checkout
    tools=$BATS_TEST_TMPDIR/tools
    calls=$BATS_TEST_TMPDIR/calls
    mkdir -p "$checkout"/runtime-{cli,worker}/src/main "$checkout"/app-mandelbrot/src/main "$checkout"/{config,deploy/hosts/steps} "$tools"
    touch "$checkout/pom.xml" "$checkout"/{runtime-cli,runtime-worker,app-mandelbrot}/pom.xml "$calls"
    cp "$BATS_TEST_DIRNAME/../../../../sluice" "$checkout/"
    cp "$BATS_TEST_DIRNAME/../../../../config/check.sh" "$checkout/config/"
    local commands=runtime-cli/src/main/resources/dev/sluice/cli/commands.txt
    mkdir -p "$checkout/${commands%/*}"
    cp "$BATS_TEST_DIRNAME/../../../../$commands" "$checkout/$commands"
    make_java "$BATS_TEST_TMPDIR/jdk" 17.0.15
    # Only these tools: a machine without Java and Maven, whatever is installed on this one.
    local tool
    for tool in awk bash cat chmod cp date dirname env find flock grep head id ln mkdir mktemp mv paste readlink rm sed sleep sort tail tee touch uniq wc; do
        ln -s "$(command -v "$tool")" "$tools/$tool"
    done
    make_tool mvn 'for m in runtime-cli/target/sluice-master runtime-worker/target/sluice-worker app-mandelbrot/target/app-mandelbrot; do
        mkdir -p "$(dirname "$m")" && touch "$m.jar"
    done'
    export PATH=$tools JAVA_HOME=$BATS_TEST_TMPDIR/jdk HOME=$BATS_TEST_TMPDIR
    unset SLUICE_JAVA_OPTIONS CI SDKMAN_DIR
    cd "$BATS_TEST_TMPDIR" || exit 1
}

# make_java DIRECTORY VERSION: a JDK that says how it was called, one argument a line.
make_java() {
    mkdir -p "$1/bin"
    printf 'JAVA_VERSION="%s"\n' "$2" > "$1/release"
    printf '#!/bin/bash\nprintf "java\\n"; printf "<%%s>\\n" "$@"; exit ${JAVA_EXIT:-0}\n' > "$1/bin/java"
    cp "$1/bin/java" "$1/bin/javac"
    chmod +x "$1/bin/java" "$1/bin/javac"
}

# make_tool NAME SCRIPT: a tool that writes its call down and then does as told.
make_tool() {
    rm -f "$tools/$1"
    printf '#!/bin/bash\necho "%s $*" >> "%s"\n%s\n' "$1" "$calls" "$2" > "$tools/$1"
    chmod +x "$tools/$1"
}

# Nothing of this machine's Java is to be found.
hide_java() {
    unset JAVA_HOME
    sed -i 's#/usr/lib/jvm/#/nowhere/jvm/#; s#/usr/java/#/nowhere/java/#; s#/opt/\*#/nowhere/opt/*#' "$checkout/sluice"
}

@test "builds the first time, saying so, and hands everything to the master" {
    run "$checkout/sluice" run mandelbrot --local 2 -- --width 64
    [ "$status" -eq 0 ]
    [[ $output == *"Building Sluice with Java 17"* ]]
    [[ $output == *"<-jar>"*"runtime-cli/target/sluice-master.jar>"* ]]
    [[ $output == *"<run>"*"app-mandelbrot/target/app-mandelbrot.jar>"*"<--local>"*"<2>"*"<-->"*"<--width>"*"<64>"* ]]
    grep -q -- '-Dunchecked -pl runtime-cli,runtime-worker,app-mandelbrot -am package' "$calls"
}

@test "builds no second time, and is silent then" {
    "$checkout/sluice" run mandelbrot 2> /dev/null
    run "$checkout/sluice" run mandelbrot
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = java ]
    [ "$(grep -c '^mvn' "$calls")" -eq 1 ]
}

@test "builds again when a source is newer" {
    "$checkout/sluice" run mandelbrot 2> /dev/null
    touch -d '+2 seconds' "$checkout/app-mandelbrot/src/main/A.java"
    run "$checkout/sluice" run mandelbrot
    [[ $output == *"Building"* ]]
    [ "$(grep -c '^mvn' "$calls")" -eq 2 ]
}

@test "keeps standard output for results while it builds" {
    run bash -c '"$1" run mandelbrot 2> /dev/null' - "$checkout/sluice"
    [ "${lines[0]}" = java ]
}

@test "shows the progress of a build, and keeps the log" {
    make_tool mvn "$(tail -n +3 "$tools/mvn")
        echo '[INFO] Building runtime-net 0.1.0-SNAPSHOT                           [7/16]'; echo '[INFO] other'"
    run "$checkout/sluice" --version
    [[ $output == *"module 7 of 16: runtime-net"* ]]
    [[ $output != *"other"* ]]
    grep -q other "$checkout/target/sluice-build.log"
}

@test "writes missing class archives after the command, and uses them from then on" {
    local archives=$HOME/.cache/sluice/classes
    cat > "$JAVA_HOME/bin/java" << 'END'
#!/bin/bash
for argument in "$@"; do
    [[ $argument != -XX:ArchiveClassesAtExit=* ]] || touch "${argument#*=}"
done
printf '<%s>\n' "$@"
END
    "$checkout/sluice" --version > /dev/null 2>&1
    [ "$(find "$archives" -name '*.jsa' | wc -l)" -eq 2 ] # of the build
    rm "$archives"/*.jsa
    run "$checkout/sluice" run mandelbrot
    [[ $output != *SharedArchiveFile* ]]
    local tries=0
    until [[ $(find "$archives" -name '*.jsa' | wc -l) -eq 2 ]]; do
        ((tries += 1))
        ((tries < 900))
        sleep 0.1
    done
    run "$checkout/sluice" run mandelbrot
    [[ $output == *"SharedArchiveFile=$archives/run"* ]]
    run "$checkout/sluice" explain E101
    [[ $output == *"SharedArchiveFile=$archives/print"* ]]
}

@test "names the log of a build that fails" {
    make_tool mvn 'echo "[ERROR] something is wrong"; exit 1'
    run "$checkout/sluice" run mandelbrot
    [ "$status" -eq 5 ]
    [[ $output == *"[ERROR] something is wrong"* ]]
    [[ $output == *"target/sluice-build.log"* ]]
}

@test "passes the master's exit code on" {
    JAVA_EXIT=3 run "$checkout/sluice" run mandelbrot
    [ "$status" -eq 3 ]
}

@test "takes the name of an application for the beginning of a run where a command takes runs" {
    for words in "regret mandelbrot" "resume mandelbrot" "cancel mandelbrot" "simulate --run mandelbrot"; do
        # shellcheck disable=SC2086 # several words
        run "$checkout/sluice" $words
        [ "$status" -eq 0 ]
        [[ $output == *"<mandelbrot>"* ]]
        [[ $output != *"app-mandelbrot.jar"* ]]
    done
}

@test "leaves the path of a jar alone" {
    run "$checkout/sluice" run ./my-app.jar --local 2
    [[ $output == *"<./my-app.jar>"* ]]
}

@test "names an application only once, and never behind --" {
    run "$checkout/sluice" run other.jar -- mandelbrot
    [[ $output == *"<-->"*"<mandelbrot>"* ]]
}

@test "tells the master which applications there are, for one that is misspelt" {
    mkdir -p "$checkout/app-nbody/src/main"
    touch "$checkout/app-nbody/pom.xml"
    run "$checkout/sluice" run mandelbort
    [[ $output == *"<-Dsluice.applications=mandelbrot nbody>"*"<run>"*"<mandelbort>"* ]]
}

@test "hands any other command to the master" {
    run "$checkout/sluice" explain E301
    [[ $output == *"<explain>"*"<E301>"* ]]
}

@test "keeps arguments with spaces and stars whole" {
    run "$checkout/sluice" run mandelbrot -- --title 'a * b'
    [[ $output == *"<a * b>"* ]]
}

@test "tells the master where the worker is" {
    run "$checkout/sluice" run mandelbrot
    [[ $output == *"<-Dsluice.worker.jar=$checkout/runtime-worker/target/sluice-worker.jar>"* ]]
}

@test "works through a symbolic link" {
    ln -s "$checkout/sluice" "$BATS_TEST_TMPDIR/linked"
    run "$BATS_TEST_TMPDIR/linked" run mandelbrot
    [[ $output == *"<-jar>"*"$checkout/runtime-cli/target/sluice-master.jar>"* ]]
}

@test "works as an unpacked distribution, without Maven" {
    mkdir -p dist/lib
    cp "$checkout/sluice" dist/
    touch dist/lib/{sluice-master,sluice-worker,app-mandelbrot}.jar
    rm "$tools/mvn"
    run dist/sluice run mandelbrot
    [ "$status" -eq 0 ]
    [[ $output == *"dist/lib/sluice-master.jar>"*"<run>"*"dist/lib/app-mandelbrot.jar>"* ]]
    run dist/sluice check
    [ "$status" -eq 2 ]
}

@test "prints its own help without building" {
    run "$checkout/sluice" --help
    [ "$status" -eq 0 ]
    [[ $output == *"Run:"*"  workers  "*"  hosts  "* ]]
    [[ $output != *"administrators"* && $output != *"  dist  "* && $output != *"    drain  "* && $output != *"Command]"* ]]
    run "$checkout/sluice" --help-all
    [ "$status" -eq 0 ]
    [[ $output == *"  workers  "*"For administrators"*"  man  "*"  dist  "* && $output != *"Command]"* ]]
    [ ! -s "$calls" ]
}

@test "prints the help of its sources while they are newer than what is built" {
    "$checkout/sluice" run mandelbrot
    touch -d '+1 minute' "$checkout/runtime-cli/src/main/changed"
    : > "$calls"
    run "$checkout/sluice" --help
    [ "$status" -eq 0 ]
    [[ $output == *"Usage: ./sluice"*"  workers  "* && $output != *"<-jar>"* ]]
    [ ! -s "$calls" ]
}

@test "takes the names of applications for commands that have one" {
    run "$checkout/sluice" hosts benchmark mandelbrot --local 2
    [[ $output == *"<hosts>"*"<benchmark>"*"app-mandelbrot/target/app-mandelbrot.jar>"* ]]
    run "$checkout/sluice" hosts list mandelbrot
    [[ $output == *"<hosts>"*"<list>"*"<mandelbrot>"* ]]
    run "$checkout/sluice" logs mandelbrot
    [[ $output == *"<logs>"*"<mandelbrot>"* ]]
}

@test "refuses a JAVA_HOME that is too old" {
    make_java "$BATS_TEST_TMPDIR/old" 11.0.2
    JAVA_HOME=$BATS_TEST_TMPDIR/old run "$checkout/sluice" run mandelbrot
    [ "$status" -eq 4 ]
    [[ $output == *"is Java 11 (expected: 17 or newer)"* ]]
}

@test "refuses a JAVA_HOME without Java" {
    JAVA_HOME=/nowhere run "$checkout/sluice" run mandelbrot
    [ "$status" -eq 4 ]
    [[ $output == *"JAVA_HOME=/nowhere has no bin/java"* ]]
}

@test "passes over a Java that is too old when another is there" {
    hide_java
    make_java "$BATS_TEST_TMPDIR/old" 1.8.0_402
    sed -i "s#/nowhere/jvm/#$BATS_TEST_TMPDIR/jvm/#" "$checkout/sluice"
    make_java "$BATS_TEST_TMPDIR/jvm/new" 21.0.1
    ln -s "$BATS_TEST_TMPDIR/old/bin/java" "$tools/java"
    run "$checkout/sluice" run mandelbrot
    [ "$status" -eq 0 ]
    [[ $output == *"with Java 21"* ]]
}

@test "lets a newer Java use what it would warn of" {
    make_java "$BATS_TEST_TMPDIR/new" 25.0.3
    JAVA_HOME=$BATS_TEST_TMPDIR/new run "$checkout/sluice" run mandelbrot
    [[ $output == *"<--sun-misc-unsafe-memory-access=allow>"* ]]
    run "$checkout/sluice" run mandelbrot
    [[ $output != *"unsafe"* ]]
}

@test "hands SLUICE_JAVA_OPTIONS to Java" {
    SLUICE_JAVA_OPTIONS='-Xmx64m -Dx=y' run "$checkout/sluice" run mandelbrot
    [[ $output == *"<-Xmx64m>"*"<-Dx=y>"*"<-jar>"* ]]
}

@test "installs JDK and Maven as root, saying so" {
    hide_java
    rm "$tools/mvn"
    make_tool id 'echo 0'
    make_tool apt-cache '[[ $2 == openjdk-21* || $2 == maven ]]'
    cp -r "$BATS_TEST_TMPDIR/jdk" "$BATS_TEST_TMPDIR/ready"
    make_tool apt-get "case \$* in
        *openjdk-21*) ln -s '$BATS_TEST_TMPDIR/ready/bin/java' '$tools/java' ;;
        *maven*) printf '#!/bin/bash\nmkdir -p runtime-cli/target runtime-worker/target app-mandelbrot/target; touch runtime-cli/target/sluice-master.jar runtime-worker/target/sluice-worker.jar app-mandelbrot/target/app-mandelbrot.jar' > '$tools/mvn'; chmod +x '$tools/mvn' ;;
    esac"
    run "$checkout/sluice" run mandelbrot
    [ "$status" -eq 0 ]
    [[ $output == *"Installing openjdk-21-jdk-headless with apt-get"* ]]
    [[ $output == *"Installing maven with apt-get"* ]]
    [ "$(grep -c '^apt-get .*update' "$calls")" -eq 1 ]
}

@test "names what is missing when it may not install" {
    hide_java
    make_tool id 'echo 1000'
    make_tool apt-get 'exit 1'
    run "$checkout/sluice" run mandelbrot
    [ "$status" -eq 4 ]
    [[ $output == *"no JDK found (expected: 17 or newer). Install it as root: apt-get install openjdk-17-jdk-headless"* ]]
    [ "$(grep -c '^apt-get' "$calls" || true)" -eq 0 ]
}

@test "says how this system installs Java" {
    hide_java
    make_tool id 'echo 1000'
    unset CONDA_PREFIX
    mkdir -p "$BATS_TEST_TMPDIR/unpacked/lib"
    touch "$BATS_TEST_TMPDIR/unpacked/lib/sluice-master.jar"
    sed "s#/etc/os-release#$BATS_TEST_TMPDIR/os-release#" "$checkout/sluice" > "$BATS_TEST_TMPDIR/unpacked/sluice"
    local family command
    while IFS=: read -r family command; do
        printf 'ID=%s\nID_LIKE="%s x"\n' "${family#*,}" "${family%,*}" > "$BATS_TEST_TMPDIR/os-release"
        run bash "$BATS_TEST_TMPDIR/unpacked/sluice" runs
        [ "$status" -eq 4 ]
        [[ $output == *"no Java found (expected: 17 or newer). Install it as root: $command. Or unpack one"* ]]
    done << 'END'
debian,ubuntu:apt-get install openjdk-17-jre-headless
rhel fedora,rocky:dnf install java-21-openjdk-headless
suse opensuse,opensuse-leap:zypper install java-17-openjdk-headless
,alpine:apk add openjdk17-jre-headless
,arch:pacman -S jre-openjdk-headless
END
    CONDA_PREFIX=/env run bash "$BATS_TEST_TMPDIR/unpacked/sluice" runs
    [[ $output == *"Install it: conda install -c conda-forge openjdk. Or"* ]]
}

@test "names Maven when only that is missing" {
    rm "$tools/mvn"
    make_tool id 'echo 1000'
    run "$checkout/sluice" run mandelbrot
    [ "$status" -eq 4 ]
    [[ $output == *"no Maven found (expected: mvn, 3.8 or newer). Install it as root: apt-get install maven"* ]]
}

@test "check adds up the tests and says what was skipped" {
    make_tool id 'echo 1000'
    make_tool mvn 'mkdir -p a/target/surefire-reports
        echo "Tests run: 9, Failures: 0, Errors: 0, Skipped: 2, Time elapsed: 1 s" > a/target/surefire-reports/T.txt
        cat > a/target/surefire-reports/TEST-T.xml << END
<testcase name="draws(RandomGenerator)[1]" classname="T"/>
<testcase name="draws(RandomGenerator)[2]" classname="T"/>
<testcase name="draws(RandomGenerator)[3]" classname="T"/>
<testcase name="draws(RandomGenerator)[1]" classname="U"/>
<skipped message="needs root"/>
<skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: cc is missing
END
        touch -d "+2 seconds" a/target/surefire-reports/*'
    run "$checkout/sluice" check
    [ "$status" -eq 0 ]
    [[ $output == *"skipped: shellcheck of"* ]]
    [[ $output == *"skipped: 1 × needs root"* ]]
    [[ $output == *"skipped: 1 × cc is missing"* ]]
    [[ $output == *"all checks passed"* ]]
    [ "${lines[-1]}" = "5 passed, 0 failed, 2 skipped" ]
}

@test "check fails when Maven fails" {
    make_tool id 'echo 1000'
    make_tool mvn 'mkdir -p a/target/surefire-reports
        echo "Tests run: 7, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 1 s" > a/target/surefire-reports/T.txt
        touch -d "+2 seconds" a/target/surefire-reports/T.txt
        echo "[ERROR] Failed to execute goal com.diffplug.spotless:spotless-maven-plugin:3:check"; exit 1'
    run "$checkout/sluice" check
    [ "$status" -eq 1 ]
    [[ $output == *"failed: maven: see "* ]]
    [[ $output == *"mvn spotless:apply sortpom:sort"* ]]
    [ "${lines[-1]}" = "6 passed, 1 failed, 0 skipped" ]
}

@test "check fails when no test ran" {
    make_tool id 'echo 1000'
    make_tool mvn 'true'
    run "$checkout/sluice" check
    [ "$status" -eq 1 ]
}

@test "check refuses what it does not know" {
    run "$checkout/sluice" check --quick
    [ "$status" -eq 2 ]
    [[ $output == *"check does not know '--quick' (expected: --fast, --all, --verbose)"* ]]
}

@test "join starts the worker, with its options, and needs no HOME" {
    run env -u HOME XDG_CACHE_HOME="$BATS_TEST_TMPDIR" "$checkout/sluice" join --slots 2 private/worker.run
    [ "$status" -eq 0 ]
    [[ $output == *"<-jar>"*"runtime-worker/target/sluice-worker.jar>"*"<join>"*"<--slots>"*"<2>"*"<private/worker.run>"* ]]
    [[ $output == *"<-XX:+UseSerialGC>"* ]]
}

@test "new takes a name for a name, even that of an application" {
    run "$checkout/sluice" new mandelbrot
    [[ $output == *"<new>"*"<mandelbrot>"* ]]
    [[ $output != *"app-mandelbrot.jar"* ]]
}

@test "tells the master how it is called" {
    run "$checkout/sluice" new my-app
    [[ $output == *"<-Dsluice.script=$checkout/sluice>"* ]]
    ln -s "$checkout/sluice" "$tools/sluice"
    run sluice new my-app
    [[ $output == *"<-Dsluice.script=sluice>"* ]]
}

@test "dist refuses what it does not know" {
    cp "$BATS_TEST_DIRNAME/../../../../config/dist.sh" "$checkout/config/"
    run "$checkout/sluice" dist --zip
    [ "$status" -eq 2 ]
    [[ $output == *"dist does not know '--zip' (expected: --out DIR, --archive-only)"* ]]
    run "$checkout/sluice" dist --out
    [ "$status" -eq 2 ]
    [[ $output == *"--out: no directory (expected: --out DIR)"* ]]
}
