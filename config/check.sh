# shellcheck shell=bash
# ./sluice check installs what the tests need, runs all tests and prints one summary. Sourced by ./sluice.

# shellcheck disable=SC2154 # ./sluice sets home and java

check_usage() {
    cat <<'TEXT'
Usage: ./sluice check [--fast | --all] [--verbose]

  --fast      skip the tests that start processes or take seconds, the format, and the checks of the compiler
  --all       also test with the second Java, all seeds, long runs, queue systems, a test network, and the lab. Says what
              it installs: Slurm, munge, POV-Ray, iproute2, ethtool, Snakemake, R, scikit-learn, ipykernel; Grid Engine is
              only unpacked
  --verbose   show Maven's complete output (the default if CI is set)
TEXT
}

note_skipped() { skipped_notes+=("$*"); }

# Makes sure that a tool is installed. Installs the Debian package of the same name if necessary and possible.
have_tool() {
    command -v "$1" > /dev/null || install_first_of "$1"
}

# Makes sure that the tools are installed below which ReachIT puts Sluice.
have_reach() {
    have_tool snakemake || true
    command -v Rscript > /dev/null || install_first_of r-base-core || true
    local module
    for module in sklearn ipykernel; do
        /usr/bin/python3 -c "import $module" 2> /dev/null || install_first_of "python3-$module" || true
    done
}

# Makes sure that Slurm is installed, for the tests that start their own cluster. The services of its packages are not started
# now, and they are disabled for the next boot.
have_slurm() {
    local package program policy=/usr/sbin/policy-rc.d missing=()
    for package in munge slurm-client slurmctld slurmd; do
        program=${package/#munge/munged}
        program=${program/#slurm-client/sbatch}
        [[ -x /usr/sbin/$program || -x /usr/bin/$program ]] || missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    command -v apt-get > /dev/null && find_root || return 1
    (
        if [[ ! -e $policy ]]; then
            trap '"${root[@]}" rm -f "$policy"' EXIT
            printf '#!/bin/sh\nexit 101\n' | "${root[@]}" install -m 755 /dev/stdin "$policy"
        fi
        for package in "${missing[@]}"; do
            install_first_of "$package"
            [[ $package == slurm-client ]] || "${root[@]}" update-rc.d "$package" disable > /dev/null 2>&1 || true
        done
    )
}

# Provides Grid Engine, for the tests that start their own. Its packages are only unpacked, because installing them would start
# servers. The libraries that they need come with them.
have_grid_engine() {
    local tools=$home/target/grid-engine
    [[ ! -x /usr/lib/gridengine/sge_qmaster && ! -x $tools/usr/lib/gridengine/sge_qmaster ]] || return 0
    command -v apt-get > /dev/null && command -v dpkg > /dev/null || return 1
    if find_root && [[ -z ${packages_known:-} ]]; then
        say "Asking apt-get for its list of packages …"
        apt update || return 1
        packages_known=yes
    fi
    say "Unpacking Grid Engine for the tests …"
    rm -rf "$tools.part"
    mkdir -p "$tools.part"
    (
        cd "$tools.part" && apt-get -q download gridengine-{master,exec,client,common} || exit
        # A library that has another name in another Debian may be installed anyway.
        for package in libjemalloc2 libmunge2 libhwloc15 libtirpc3 libdb5.3; do
            apt-get -q download "$package" || true
        done
        for package in *.deb; do
            dpkg -x "$package" . || exit
        done
        rm -f ./*.deb
    ) > "$home/target/grid-engine.log" 2>&1 && rm -rf "$tools" && mv "$tools.part" "$tools"
}

# Prints the major version of the Java at a path.
java_version() (
    find_version "$1"
    printf '%s\n' "$java_major"
)

# Sets second_java to the newest installed Java with long-term support, if it is newer than the Java of the build.
find_second_java() {
    local own candidate version best=0
    own=$java_major
    second_java=
    while read -r candidate; do
        version=$(java_version "$candidate")
        if ((version > own && version > best && (version - 17) % 4 == 0)); then
            best=$version
            second_java=$candidate
        fi
    done < <(installed_javas)
    [[ -n $second_java ]]
}

# Provides an ssh server for the tests that use ssh. The package is only unpacked, because installing it would start a server.
have_sshd() {
    local tools=$home/target/sshd
    command -v ssh-keygen > /dev/null || install_first_of openssh-client || return 1
    [[ ! -x $tools/usr/sbin/sshd ]] || return 0
    PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd > /dev/null && return
    command -v apt-get > /dev/null && command -v dpkg > /dev/null || return 1
    if find_root && [[ -z ${packages_known:-} ]]; then
        say "Asking apt-get for its list of packages …"
        apt update || return 1
        packages_known=yes
    fi
    install_first_of libwrap0 || true
    say "Unpacking openssh-server for the tests …"
    mkdir -p "$tools"
    (cd "$tools" && apt-get -q download openssh-server && dpkg -x openssh-server_*.deb .) > "$home/target/sshd.log" 2>&1 || return 1
}

# Provides promtool, which checks the metrics and the rules for alerts. The package is only unpacked, because installing it would
# start a server.
have_promtool() {
    local tools=$home/target/promtool
    command -v promtool > /dev/null && return
    [[ ! -x $tools/usr/bin/promtool ]] || return 0
    command -v apt-get > /dev/null && command -v dpkg > /dev/null || return 1
    if find_root && [[ -z ${packages_known:-} ]]; then
        say "Asking apt-get for its list of packages …"
        apt update || return 1
        packages_known=yes
    fi
    say "Unpacking promtool for the tests …"
    mkdir -p "$tools"
    (
        cd "$tools" && apt-get -q download prometheus && dpkg --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool
        rm -f prometheus_*.deb
    ) > "$home/target/promtool.log" 2>&1
    [[ -x $tools/usr/bin/promtool ]]
}

check_scripts() {
    local scripts=(sluice config/{check,dist}.sh .ci/run config/mutations.sh deploy/slurm-lab/slurm-lab
        deploy/grid-engine-lab/grid-engine-lab deploy/launchers/{example,grid-engine,pbs}
        examples/nextflow/q{sub,stat,del} examples/snakemake/cancel
        system-tests/src/test/bats/{sluice,deploy,fresh-debian,hosts,slurm-lab,grid-engine-lab,launchers}.bats
        deploy/hosts/{workers,steps/{lib,look,push,start,carry,master,status,stop,logs}.sh} system-tests/src/test/bats/sshd-host)
    if have_tool shellcheck; then
        say "Checking scripts …"
        (cd "$home" && shellcheck -x "${scripts[@]}") || failures+=("shellcheck: see above")
    else
        note_skipped "shellcheck of ${scripts[*]}: not installed, and no permission to install it"
    fi
    have_sshd || true
    have_promtool || true
    # The tests of the page are skipped without a browser.
    [[ $fast == yes ]] || have_tool chromium || true
    # Lines of its manual are run with 'sluice each' and with GNU parallel itself.
    [[ $fast == yes ]] || have_tool parallel || true
}

# Starts the bats tests in the background, because they wait more than they compute, and Maven has the processors meanwhile.
# Job control ('set -m') gives them a process group: without it, background processes and all their children ignore SIGINT.
start_bats() {
    bats_pid=
    if ! have_tool bats; then
        note_skipped "tests of ./sluice itself: bats is not installed, and no permission to install it"
        return
    fi
    if [[ $all == yes ]]; then
        have_slurm || true
        have_grid_engine || true
        have_reach || true
    fi
    local seconds=900
    if [[ -n ${SLUICE_FRESH_DEBIAN:-} ]]; then
        seconds=5400
    fi
    local tests=() file
    for file in "$home"/system-tests/src/test/bats/*.bats; do
        [[ $all == no && $file == *-lab.bats ]] || tests+=("$file")
    done
    if [[ $all == no ]]; then
        note_skipped "queue systems, the test network and the lab: --all tests them"
    fi
    say "Testing ./sluice in the background …"
    set -m
    (cd "$home" && exec timeout "$seconds" bats --tap "${tests[@]}") > "$home/target/bats.tap" 2>&1 < /dev/null &
    bats_pid=$!
    set +m
    # shellcheck disable=SC2064 # the trap may run when the variable is out of scope
    trap "kill -- -$bats_pid 2> /dev/null || true" EXIT
}

# Waits for the bats tests and counts them.
finish_bats() {
    [[ -n $bats_pid ]] || return 0
    local tap=$home/target/bats.tap reason
    wait "$bats_pid" || failures+=("bats: see $tap")
    trap - EXIT
    grep -A 20 '^not ok' "$tap" >&2 || true
    passed=$((passed + $(grep -c '^ok ' "$tap" || true) - $(grep -c '^ok .* # skip' "$tap" || true)))
    failed=$((failed + $(grep -c '^not ok ' "$tap" || true)))
    skipped=$((skipped + $(grep -c '^ok .* # skip' "$tap" || true)))
    while read -r reason; do
        note_skipped "$reason"
    done < <(sed -n 's/^ok .* # skip //p' "$tap" | sort | uniq -c | sed 's/^ *\([0-9]*\) /\1 × /')
}

# Reduces Maven's output to the lines of interest while it runs.
only_news() {
    if [[ -n ${CI:-} || $verbose == yes ]]; then
        cat
    else
        grep --line-buffered -E '^\[INFO\] Building .*\[[0-9]+/[0-9]+\]|Tests run:.* in |^\[ERROR\]|^\[WARNING\] .*Skipped: [1-9]' \
            | sed -u -e 's/^\[INFO\] Building \(.*\) [^ ]* *\[\(.*\)\]$/\1 (\2)/' -e 's/^\[INFO\] /  /' \
            || true # no line matched
    fi
}

check_java() {
    local arguments=(--fail-at-end --no-transfer-progress --threads 1C verify) unchecked=$home/target/sluice-unchecked
    if [[ $all == yes ]]; then
        arguments+=(-Djacoco.skip=false -Dsluice.{seeds=1000000,mutants=10000,frames=250000})
        if find_second_java; then
            arguments+=("-Dtest.java=$second_java")
        else
            note_skipped "the fast tests on a second Java: no newer one with long-term support is installed"
        fi
    elif [[ $fast == yes ]]; then
        arguments+=(-Dunchecked -Dmaven.test.skip=false -DskipITs '-DexcludedGroups=queues,long,slow')
        note_skipped "tests that start processes, tests that take seconds, checks of the compiler and of the format: --fast"
        touch "$unchecked"
    else
        arguments+=('-DexcludedGroups=queues,long')
        note_skipped "long tests (@Tag(\"long\")), the second Java, more than the usual seeds of a test, line coverage: --all tries them"
    fi
    local log=$home/target/check.log
    say "Building and testing with Java $java_major${second_java:+ and $(java_version "$second_java")} (log: $log) …"
    if [[ $fast == no && -f $unchecked ]]; then
        rm -rf "$home"/*/target/{classes,test-classes} "$unchecked"
    fi
    # The stamp is set before the build, so a ./sluice inside a test does not rebuild the jars under test.
    touch "$stamp"
    if ! (cd "$home" && maven "${arguments[@]}") < /dev/null 2>&1 | tee "$log" | only_news; then
        rm -f "$stamp"
        failures+=("maven: see $log")
        if grep -q 'spotless-maven-plugin.*check\|sortpom-maven-plugin.*verify' <(grep '^\[ERROR\]' "$log"); then
            failures+=("format: 'mvn spotless:apply sortpom:sort' corrects it")
        fi
    fi
}

# The tests of the lab, with what they need.
check_lab() {
    command -v ip > /dev/null || install_first_of iproute2 || true
    have_tool ethtool || true
    have_tool povray || true
    say "Testing the lab …"
    "$home/lab/lab" check || failures+=("lab/lab check: see above")
}

# Prints the test reports written since the start, which are named like this.
reports() {
    find "$home"/{,lab/}*/target/{surefire,failsafe}-reports* -name "$1" -newer "$started_mark" -exec cat {} + 2> /dev/null || true
}

# Adds up the tests. Reports contain lines 'Tests run: 20, Failures: 0, Errors: 0, Skipped: 0, …'. All seeds of a test are one case.
count_tests() {
    local run bad skip reason
    read -r run bad skip < <(reports '*.txt' | awk -F '[:,]' '/^Tests run:/ { run += $2; bad += $4 + $6; skip += $8 } END { print run + 0, bad + 0, skip + 0 }')
    passed=$((passed + run - bad - skip - $(reports 'TEST-*.xml' | repeated_seeds)))
    failed=$((failed + bad))
    skipped=$((skipped + skip))
    while read -r reason; do
        note_skipped "$reason"
    done < <(reports 'TEST-*.xml' | skip_reasons)
}

# Prints the twenty slowest test classes as 'SECONDS CLASS', from the reports written since the start.
slowest_classes() {
    reports '*.txt' | sed -n 's/^Tests run:.*Time elapsed: \([0-9.,]*\) s.* in \(.*\)$/\1 \2/p' \
        | sed 's/,//' | sort -rn | awk 'NR <= 20'
}

# Reads surefire's XML reports and prints how many tests ran with another seed of a test that is counted.
repeated_seeds() {
    sed -n 's/.*<testcase name="\([^"]*(\(RandomGenerator\|SplittableRandom\))\)\[.* classname="\([^"]*\)".*/\3 \1/p' \
        | awk 'seen[$0]++ { more++ } END { print more + 0 }'
}

# Reads surefire's XML reports and prints '3 × reason' for each reason of a skipped test.
skip_reasons() {
    sed -n -e 's/.*<skipped message="\([^"]*\)".*/\1/p' -e 's/.*<skipped type=.*TestAbortedException: \(Assumption failed: \)*//p' \
        | sed -e 's/&#10;.*//' -e 's/]]>.*//' -e 's/&quot;/"/g' -e "s/&apos;/'/g" -e 's/&lt;/</g' -e 's/&gt;/>/g' -e 's/&amp;/\&/g' \
        | sort | uniq -c | sed 's/^ *\([0-9]*\) /\1 × /'
}

check() {
    local fast=no all=no verbose=no second_java='' bats_pid='' passed=0 failed=0 skipped=0
    local failures=() skipped_notes=() line started_mark
    while [[ $# -gt 0 ]]; do
        case $1 in
            --fast) fast=yes ;;
            --all) all=yes ;;
            --verbose) verbose=yes ;;
            -h | --help)
                check_usage
                return
                ;;
            *) stop 2 "check does not know '$1' (expected: --fast, --all, --verbose)" ;;
        esac
        shift
    done
    need_jdk
    need_maven
    mkdir -p "$home/target"
    started_mark=$home/target/check-started
    touch "$started_mark"
    check_scripts
    start_bats
    check_java
    finish_bats
    [[ $all == no ]] || check_lab
    count_tests

    printf '\n'
    printf 'slowest test classes (seconds):\n'
    slowest_classes | sed 's/^/  /' || true # there may be no reports
    for line in "${skipped_notes[@]}"; do
        printf 'skipped: %s\n' "$line"
    done
    for line in "${failures[@]}"; do
        printf 'failed: %s\n' "$line"
    done
    printf 'Java %s%s, %d s: ' "$java_major" "${second_java:+ and $(java_version "$second_java")}" "$SECONDS"
    if [[ ${#failures[@]} -eq 0 && $failed -eq 0 && $passed -gt 0 ]]; then
        printf 'all checks passed\n'
    else
        printf 'CHECKS FAILED\n'
    fi
    printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
    [[ ${#failures[@]} -eq 0 && $failed -eq 0 && $passed -gt 0 ]]
}
