#!/usr/bin/env bash
# Mutation test of the scheduler's simulation, and of the campaign of virtual runs (Campaign in the tests of runtime-master). Each
# mutation removes one rule from a copy of a class, and its judge must then fail: one of these two, or a test. Without a mutation both
# must pass. Prints a table; the exit code is 1 if a mutation survives. Campaign and tests need a build with tests.
#
#   config/mutations.sh [NAME...]      all mutations, or the named ones
#   SEEDS=2000                         number of seeds after which a surviving mutation of the scheduler counts as missed
#   EPISODES=10000                     the same for the campaign

set -euo pipefail

home=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
seeds=${SEEDS:-2000}
episodes=${EPISODES:-10000}
repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

stop() {
    printf 'mutations: %s\n' "$1" >&2
    exit 4
}

# name | file in the package schedule, or its path below dev/sluice if the campaign judges | regular expression | replacement | the removed rule
# The expression is a Perl regular expression that may span lines. It must match exactly once. A rule that only saves time or bytes
# has a sixth column: the test that judges it.
mutations() {
    cat <<'TABLE'
no-owner-check|Acceptance|Outstanding outstanding = worker == null \? null : worker\.find\((run\.attempt\(\), run\.nonce\(\), from, to)\);|Outstanding outstanding = null; for (WorkerRecord any : roster.all()) { outstanding = outstanding == null ? any.find($1) : outstanding; }|a result comes from the worker that was given the attempt
no-nonce-check|Outstanding|if \(nonce != run\.nonce\(\)\) \{\s+return false;\s+\}||the nonce of an attempt fences it
no-attempt-check|Outstanding| && run\.attemptOf\(from\) == attempt||the number of an attempt is its own
no-cycle-check|CycleCourse|return number == cycle && \(|return (|results belong to the cycle that is open
no-duplicate-check|Acceptance|ledger\.finished\(\)\.forEachWithin\(from, to, fresh::remove\);||a unit is accepted once
accept-what-is-not-owed|Acceptance|outstanding\.open\(\)\.forEachWithin\(from, to, fresh::add\);|fresh.add(from, to);|what was handed back is not accepted
no-lease|Workers|silentNanos > leaseNanos|false|a silent worker is given up
no-lease-margin|Workers|silentNanos > leaseNanos|silentNanos > leaseNanos / 3|one late heartbeat does not end a lease
no-late-tick|Workers|if \(gapNanos > 0\)|if (false)|a pause of the master expires nobody
late-tick-owed-twice|Workers|Math\.min\(silentNanos, gapNanos\)|gapNanos|a pause of the master prolongs no lease that began after it
results-do-not-prolong|Scheduler|(if \(worker != null\) \{\s+)worker\.heardNanos = nowNanos;(\s+insurance\.returned\(worker)|$1$2|who sends results is alive
lost-units-forgotten|Losses|rest\.forEach\(\(from, to\) -> putBack\(from, to, open\)\);||units of a lost worker go back to the pool
handed-back-forgotten|Losses|back\.forEach\(this::putBack\);||units that are handed back go back to the pool
finished-put-back|UnitLedger|finished\.forEachWithin\(from, to, back::remove\);||a unit that is finished is not given out again
kept-and-in-the-pool|Losses|ledger\.takeBack\(from, to\)\.forEach\(elsewhere::remove\)|elsewhere.remove(from, from)|what a returned worker brings is not given out too
away-keeps-its-work|Losses|(completedUnits;\s+)worker\.forgetWork\(\);|$1|who is away holds nothing
retry-where-it-failed|Trouble|(boolean failedOn\(WorkerId worker\) \{)|$1 if (unit >= 0) { return false; }|a unit that failed goes to another worker
given-up-early|Losses|trouble\.workers\(\) >= config\.maxFailures\(\)|!trouble.failures.isEmpty()|a unit is given up after three workers
failures-not-forgiven|Losses|ledger\.troublesWithin\(from, to\)\.forEach|ledger.troublesWithin(from, from).forEach|a unit is cleared when the worker that it might have killed returns
never-given-up|Losses|(private boolean isHopeless\(Trouble trouble\) \{)|$1 if (trouble.unit >= 0) { return false; }|a unit that fails everywhere is given up
no-isolation|Losses|ledger\.troubleOf\(unit\)\.isolate = true;||units under suspicion are tried alone
collect-once|WorkerRecord|(size\(\) > before\) \{\s+)collecting = false;|$1|what is computed after a worker was told to send is asked for again
fold-in-parts|Collection|(seen\.intersects\(run\.firstUnit\(\), run\.endUnit\(\)\)\) \{\s+)return false;|$1continue;|a folded value is taken for all its units or for none
cycle-ends-early|UnitLedger|return finished\.size\(\) == units;|return finished.size() + 1 >= units;|a cycle ends when every unit is settled
copies-without-budget|TailInsurance| \x7c\x7c copiesLeft <= 0 && !late\.overdue||copies stay within their share of the cycle
copies-to-the-late|TailInsurance| && !isLate\(worker, nowNanos\)||a copy goes to another worker than the one that is late
copies-of-copies|TailInsurance|holders\[0\] == 1|holders[0] >= 1|a unit has one copy at a time
copies-before-work|TailInsurance|if \(ledger\.kinds\(\)\.pooledUnits\(\) > 0\)|if (false)|nothing is copied while units wait for their first attempt
copies-to-the-busy|TailInsurance| && worker\.busySlots\(\) < worker\.slots; |; |copies go to idle slots
copies-of-suspects|TailInsurance|trouble\.isSuspect\(\) \x7c\x7c ||what may kill a worker is not copied
copies-where-it-failed|TailInsurance| \x7c\x7c trouble\.failedOn\(worker\.id\)||a copy goes to a worker on which the unit did not fail
lost-and-still-held|Losses|roster\.forEachHeldWithin\(from, to, unheld::remove\);||what another still holds does not go back to the pool
given-up-while-computed|Losses|if \(isHeld\(unit, roster\.find\(failure\.worker\(\)\)\)\)|if (false)|a unit is not given up while one computes it
work-for-the-draining|WorkerRecord|return state == WorkerState\.ACTIVE && slots > 0 && !barred;|return connected() && slots > 0 && !barred;|a worker that drains gets no more work
hand-back-unheard|master/Arrivals|        driver\.apply\(new Event\.UnitsHandedBack\(.*\n||units that are handed back go to others
unjournalled|master/Arrivals|return accepted\.isEmpty\(\)|return journal != null|accepted results are in the journal
acknowledged-uncommitted|master/WorkerConnection|journal\.isCommitted\(task\.position\(\)\)|task.sequence() > 0|nothing is acknowledged before the journal has it
drops-unsaid|master/Registrations|takeDrops\(actions\),|takeDrops(actions).subList(0, 0),|who returns hears which units others have
ends-before-the-last|master/Dispatch|core\.loop\(\)\.execute\(\(\) -> principal\.endCycle\(cycle\)\);|principal.endCycle(cycle);|a cycle ends after its last result is accepted
broken-still-holds|master/WorkerEvents|driver\.apply\(new Event\.WorkerBroke\(.*\n||units of a lost connection go to others
survivors-not-awaited|master/RunSettings|orphanNanos > 0 \? SURVIVORS_NANOS : 0;|orphanNanos > 0 ? 0 : 0;|the next master waits for what workers have
known-computed-again|master/application/ApplicationCourse|cycle\.units\(\), earlier\.known\(\)\.copy\(\)|cycle.units(), new UnitRanges()|what the journal has is not computed again
replay-left-out|master/application/ApplicationCourse|acceptUnits\(results, null\);||the application gets what earlier masters accepted
reopens-never|master/application/ApplicationCourse|if \(!lost\.undecoded\(\)\.isEmpty\(\) && !lost\.isFatal\(\)\) \{|if (false) {|garbage is computed again
failed-below-unsaid|master/submaster/Forwarding|(for \(HeldUnits unit : given\.fail\(quarantine\.unit\(\)\)\) \{\s+inputs\.drop\(.*\n\s+)transit\.send\(|$1Runnable none = () -> transit.send(|a unit that failed below is reported
completed-unsaid-again|master/submaster/Forwarding|if \(!again\.isEmpty\(\)\) \{|if (false) {|a new session hears what is computed
not-sent-again|model/delivery/OnTheWay|kept\.forEach\(this::transmit\);||what was not acknowledged is sent again
kept-unsaid|worker/outbox/ResultOutbox|keptRuns\(\)\.forEach\(run -> working\.add\(DeferredRuns\.held\(run\)\)\);||a registration names what is kept
kept-uncomputed|worker/outbox/ResultOutbox|transit\.send\(new Outgoing\.Completion\(cycle, List.*\n||a new session hears what is computed and kept
unwanted-computed|worker/outbox/ResultOutbox|ledger\.drop\(units\);||a worker gives up what others have
handed-back-and-held|worker/WorkIntake|(List<HeldUnits> back = queue\.takeBack\(units\);\s+)outbox\.handedBack\(back\);|$1|what is handed back is not held
results-of-any-form|master/Arrivals|String fault = fault\(results\);|String fault = "";|results have the form of the run
two-sessions|master/Registrations|known != null && known\.connection != null\) \{|known != null && known.connection != null && known.slots < 0) {|a worker has one session
adopted-drops-unsaid|master/Registrations|if \(!drops\.isEmpty\(\)\) \{|if (false) {|a sub-master hears which units others have|dev.sluice.master.ClusterSubMasterTest#shouldHaveItsWorkersDropTheUnitsOfALostSubMasterThatOthersHave
overtakes-what-waits|master/Dispatch|feed\.settled\(\) && feed\.hasRoom\(\)|feed.hasRoom()|units are sent in their order
void-result-blameless|master/RunCourse|if \(!confirmed\) \{(\s+refuse)|if (false) {$1|who sends garbage loses its session
void-unjournalled|master/application/JournalledCycles|journal\.add\(new JournalEntry\.ResultsVoided\(.*\n||the journal says which results are void
given-again-kept|master/submaster/Forwarding|if \(given\.hasSome\(.*|if (false) {|units that come again are taken out first
unwanted-kept|master/submaster/Forwarding|(for \(HeldUnits units : answer\.drop\(\)\) \{\s+transit\.drop\(units\);\s+)withdraw\(units\);|$1|a sub-master drops what others have
adopted-unsaid|master/submaster/UpwardNews|session\.accept\(news\);||a master hears which units came with a worker|dev.sluice.master.submaster.UpwardNewsTest#shouldAskForWhatWasNotGivenAndForNothingElse
folded-unsaid|master/submaster/Forwarding|finished\.addAll\(folded\.runs\(\)\);||a registration names the values that wait|dev.sluice.master.ClusterSubMasterTest#shouldNameTheValuesThatWaitWhenItComesBack
acknowledged-out-of-order|model/delivery/SafeInOrder|before\.getFirst\(\)\.safe\) \{|true) {|results are acknowledged in their order|dev.sluice.model.delivery.SafeInOrderTest#shouldCountMessagesAsSafeInTheOrderOfTheirSender
forgets-all|model/delivery/OnTheWay|first != null && isSent\(first, upTo\); first|first != null; first|only what was acknowledged is forgotten
offers-unsaid|net/parent/Transit|messages\.offered\(\)\.forEach\(each -> finished[^\n]*||a registration names the results that wait for a grant
grant-unused|model/delivery/OnTheWay|\} else if \(open && dropped\.remove\(name\)\) \{|} else if (false) {|a grant that is not used is given back|dev.sluice.model.delivery.OnTheWayTest#shouldAnswerTheGrantOfADroppedOfferOnce
old-names|model/delivery/OnTheWay|each\.offer = 0;[^\n]*||a new session gives names of its own|dev.sluice.model.delivery.OnTheWayTest#shouldNameNoGrantOfTheSessionBefore
others-stay-offered|net/parent/Transit|messages\.dropOffered\(each -> each\.what\.cycle\(\) != cycle\);||offers of other cycles are withdrawn
late-results-sent|worker/outbox/ResultOutbox|if \(closed \x7c\x7c what\.cycle\(\) != cycle\) \{|if (closed) {|results of another cycle are dropped
two-setups|worker/WorkIntake|(setup\.release\(\); // known[^\n]*\n\s+)return;|$1|a setup that is known begins nothing
unwanted-still-queued|worker/WorkIntake|queue\.drop\(unwanted\.units\(\)\);||what others have is not begun|dev.sluice.master.ClusterSubMasterTest#shouldHaveItsWorkersDropTheUnitsOfALostSubMasterThatOthersHave
takes-from-slots|worker/queue/WorkQueue|left -= takeTail\(left, taken\);||units that a slot has not begun can be taken back|dev.sluice.worker.queue.WorkQueueTest#shouldTakeBackWhatIsClaimedButNotStarted
TABLE
}

find_jar() { find "$repository" -name "$1-[0-9]*.jar" ! -name '*-sources.jar' 2> /dev/null | sort | tail -n 1; }
jspecify=$(find_jar jspecify)
[[ -n $jspecify ]] || stop "no jspecify in $repository (expected: the local Maven repository). Build once, or set MAVEN_REPOSITORY."
command -v javac > /dev/null || stop "no javac (expected: a JDK in PATH). Install one."
command -v perl > /dev/null || stop "no perl. Install it."

# Only the simulation's own test classes are compiled, because it needs no test library.
package=dev/sluice/model/schedule
mkdir -p "$work/main" "$work/test"
find "$home/runtime-model/src/main/java" -name '*.java' > "$work/sources"
javac -nowarn -proc:none --release 17 -cp "$jspecify" -d "$work/main" "@$work/sources" 2> "$work/javac" || { cat "$work/javac" >&2; stop "the sources do not compile"; }
tests=$home/runtime-model/src/test/java/$package
javac -nowarn -proc:none --release 17 -cp "$work/main:$jspecify" -d "$work/test" \
    "$tests"/{Agenda,FaultMix,Holdings,Invariants,OutsideLedger,ResultMode,Simulated*,Simulation,Simulations}.java

# The campaign runs the classes of the build.
built=$(printf '%s:' "$home"/{proto,runtime-{api,model,net,virtual,files,worker,master},test-support}/target/classes \
    "$home"/runtime-{master,model,worker}/target/test-classes)
built+=$home/runtime-cli/target/sluice-master.jar:$(find_jar assertj-core):$(find_jar junit-jupiter-api):$jspecify

judge() { # simulation|campaign|TEST CLASSES
    if [[ $1 == simulation ]]; then
        java -XX:+UseSerialGC -cp "$2:$work/main:$work/test" dev.sluice.model.schedule.Simulations "$seeds" > "$work/out" 2>&1
    elif [[ $1 == campaign ]]; then
        timeout 600 java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx1g -cp "$2:$built" dev.sluice.master.Campaign "$episodes" > "$work/log" 2>&1
        set -- $?
        grep -v ' WARN session lost ' "$work/log" > "$work/out"
        return "$1"
    else
        java -XX:+UseSerialGC -cp "$2:$built" "$home/config/RunTest.java" "$1" > "$work/out" 2>&1
    fi
}

say() { printf '%-26s %-9s %s\n' "$1" "$2" "$3"; }

say mutation outcome rule
if [[ $# -eq 0 ]]; then
    for judge in simulation campaign; do
        if judge "$judge" "$work/main"; then
            say none passes "$(head -n 1 "$work/out")"
        else
            say none FAILS "$(head -n 1 "$work/out" | cut -c1-200)"
            exit 1
        fi
    done
fi

missed=0
while IFS='|' read -r name file pattern replacement rule test; do
    if [[ $# -gt 0 && " $* " != *" $name "* ]]; then
        continue
    fi
    rm -rf "$work/mutated" "$work/classes"
    mkdir -p "$work/mutated" "$work/classes"
    judge=campaign path=$file libraries=$built
    [[ -z $test ]] || judge=$test
    [[ $file == */* ]] || judge=simulation path=model/schedule/$file libraries=$work/main:$jspecify
    source=$(find "$home"/runtime-{model,net,worker,master}/src/main/java -path "*/dev/sluice/$path.java")
    # shellcheck disable=SC2016 # Perl expands these variables
    if ! perl -0777 -e '
        my ($pattern, $replacement, $path) = @ARGV;
        open my $in, "<", $path or die; my $text = <$in>;
        my $found = 0;
        $found++ while $text =~ /$pattern/g;
        die "the rule is there $found times\n" unless $found == 1;
        $text =~ s/$pattern/my ($one, $two) = ($1, $2); my $new = $replacement; $new =~ s{\$1}{$one}; $new =~ s{\$2}{$two}; $new/e;
        print $text;' -- "$pattern" "$replacement" "$source" > "$work/mutated/${file##*/}.java" 2> "$work/perl"; then
        say "$name" UNKNOWN "$(tr '\n' ' ' < "$work/perl")"
        missed=$((missed + 1))
    elif ! javac -nowarn -proc:none --release 17 -cp "$libraries" -d "$work/classes" "$work/mutated/${file##*/}.java" 2> "$work/javac"; then
        say "$name" UNKNOWN "does not compile: $(head -n 1 "$work/javac")"
        missed=$((missed + 1))
    elif judge "$judge" "$work/classes"; then
        say "$name" SURVIVES "$rule"
        missed=$((missed + 1))
    elif ! grep -q '^With seed' "$work/out"; then
        say "$name" UNKNOWN "the $judge did not run: $(head -n 1 "$work/out")"
        missed=$((missed + 1))
    elif [[ $judge != simulation ]]; then
        say "$name" caught "$rule ($(sed -n '1s/^With seed .* faults \[\([^]]*\)\]: //p' "$work/out" | cut -c1-70))"
    else
        say "$name" caught "$rule ($(sed -n '1s/^With seed .*=-\{0,1\}[0-9]*): \([^[]*\).*/\1/p' "$work/out" | cut -c1-70))"
    fi
done < <(mutations)

[[ $missed -eq 0 ]] || { printf '%d not caught\n' "$missed"; exit 1; }
