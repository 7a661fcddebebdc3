package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.journal.Recovered;
import dev.sluice.master.journal.VirtualJournal;
import dev.sluice.master.journal.WorthKeeping;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.master.tune.Actuator;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.message.MoveWorkers;
import dev.sluice.net.virtual.VirtualLink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** A small run with faults, drawn from a seed; it is run to its end and judged by what the application was given. */
final class Episode {
    /** Ends of sessions and processes that only a faulty peer, or a defect, brings about. */
    private static final Set<ErrorCode> FAULTY =
            EnumSet.of(ErrorCode.MALFORMED, ErrorCode.UNEXPECTED_MESSAGE, ErrorCode.HELD_MISMATCH, ErrorCode.INTERNAL);

    private static final int MOST_FAULTS = 6;
    private static final int MOST_WORKERS = 9;
    private static final int MOST_SUB_MASTERS = 4;

    /** Messages of a client that says anything, and tasks of the loop between two of them. */
    private static final int LIES = 400;

    private static final int PAUSE = 20;

    private final RandomGenerator random;
    private final Cluster cluster;
    private final long[] cycles;
    private final String mode;
    private final long scale;
    private final int setupBytes;
    private final int resultBytes;
    private final int inputBytes;
    private final boolean journalled;
    private final boolean keeps;
    private final WorthKeeping worth;
    private final long gatherNanos;
    private final boolean hostile;
    /** Units that add others, and units of a source, in each cycle; none where cycles are not open. */
    private final int adders;

    private final int ofSource;
    private final List<Fault> faults;
    /** How often each of these units fails; a unit that fails always is missing in the end. */
    private final Map<Long, Integer> failing = new HashMap<>();

    private final VirtualJournal.Disk disk = new VirtualJournal.Disk();
    private final List<Cluster.Node> nodes = new ArrayList<>();
    private final List<String> hosts = new ArrayList<>();
    private final List<SubNode> subMasters = new ArrayList<>();
    private final List<HostileClient> liars = new ArrayList<>();
    private final List<GarbageSender> senders = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();
    private final Set<Fault.Kind> happened = EnumSet.noneOf(Fault.Kind.class);
    private VirtualJournal journal;
    private JournalledRun run = JournalledRun.NONE;
    private Work work;
    private int tasks;
    private int said;
    private int nextFault;
    private int nextLie;
    private long computed;
    private int masters = 1;
    private boolean diedAtItsEnd;

    Episode(RandomGenerator random, Path directory) {
        this.random = random;
        cluster = new Cluster(directory);
        int shape = random.nextInt(8);
        hostile = shape == 0;
        journalled = random.nextInt(3) == 0;
        boolean lies = hostile && !journalled && random.nextBoolean();
        cycles = new long[lies ? 1 : 1 + random.nextInt(3)];
        Arrays.setAll(
                cycles, cycle -> random.nextInt(12) == 0 ? 0 : 1 + random.nextInt(random.nextInt(3) == 0 ? 6 : 60));
        mode = List.of("each", "end", "sum").get(lies ? 0 : random.nextInt(3));
        scale = List.of(1L, 1L, 10L, 200L).get(random.nextInt(4));
        setupBytes = random.nextInt(12) == 0 ? 300_000 : 10;
        resultBytes = random.nextInt(16) == 0 && !hostile ? 80_000 : 0; // it has no grant to come twice
        keeps = journalled && random.nextInt(4) == 0;
        inputBytes = random.nextInt(24) == 0 ? 300_000 : 0;
        worth = shape < 3 || random.nextInt(3) > 0
                ? WorthKeeping.ALL
                : new WorthKeeping(random.nextBoolean() ? 100_000 * scale : 1e12); // some results, or none
        gatherNanos = random.nextInt(2) * 2 * Cluster.MILLI;
        draw(cluster.terms());
        int units = (int) Arrays.stream(cycles).sum();
        Fault.Kind[] kinds = hostile
                ? journalled ? Fault.GARBLED : Fault.HOSTILE
                : shape < 3
                        ? journalled ? Fault.CALM_JOURNALLED : Fault.PEACEFUL
                        : journalled ? Fault.JOURNALLED : Fault.USUAL;
        List<Fault> drawn = new ArrayList<>();
        for (int left = random.nextInt(MOST_FAULTS + 1); left > 0; left--) {
            drawn.add(Fault.drawn(random, kinds, 60 + 25 * units));
        }
        drawn.sort(Comparator.comparingInt(Fault::event));
        faults = drawn;
        if (shape == 7) {
            for (int left = 1 + random.nextInt(5); left > 0; left--) {
                long unit = random.nextLong(random.nextBoolean() ? 5 : 60);
                failing.put(unit, random.nextInt(3) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(3));
            }
            cluster.terms().keepGoing = true;
        }
        SplittableRandom growth = new SplittableRandom((Arrays.toString(cycles) + faults).hashCode());
        boolean open = !lies && growth.nextInt(4) == 0;
        adders = open ? growth.nextInt(40) : 0;
        ofSource = open ? growth.nextInt(40) * growth.nextInt(2) : 0;
    }

    private void draw(Terms terms) {
        PolicyName[] policies = PolicyName.values();
        terms.policy = policies[random.nextInt(policies.length)];
        terms.prefetch = SchedulerConfig.AUTO + random.nextInt(4);
        terms.speculation = List.of(0, 0, 10, 50).get(random.nextInt(4));
        terms.active = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0;
        terms.expectedSlots = random.nextInt(4) == 0 ? 2 : 0;
        if (journalled) {
            terms.takeover = new RunSettings.Takeover(1, 60 * Cluster.SECOND);
        }
    }

    /** The run in a line, with its faults. */
    @Override
    public String toString() {
        Terms terms = cluster.terms();
        return "units " + Arrays.toString(cycles) + ", " + mode + ", " + terms.policy + ", prefetch " + terms.prefetch
                + ", speculation " + terms.speculation + ", active " + terms.active + ", times " + scale + ", setup "
                + setupBytes + ", results " + resultBytes + ", inputs " + inputBytes
                + (journalled ? ", journal " + gatherNanos : "")
                + (keeps ? " with states" : "") + ", adders " + adders + ", source " + ofSource + ", failing " + failing
                + ", faults " + faults;
    }

    /** The lines that the run told, and its counters. */
    List<String> transcript() {
        List<String> lines = new ArrayList<>(cluster.heard().lines());
        lines.add(
                cluster.counters() + ", " + tasks + " tasks, " + cluster.loop().nanoTime() + " ns");
        return lines;
    }

    int tasks() {
        return tasks;
    }

    Set<Fault.Kind> happened() {
        return happened;
    }

    private Work copy() {
        Work copy = cluster.work(cycles)
                .taking(unit -> (1 + unit * 7 % 11) * scale * Cluster.MILLI / 4)
                .results(Work.mode(mode))
                .heavy(setupBytes)
                .padded(resultBytes)
                .bulky(inputBytes)
                .computing(this::compute);
        if (adders + ofSource > 0) {
            copy.growing(adders, ofSource);
        }
        return keeps ? copy.keeping() : copy;
    }

    private void compute(long unit) {
        computed++;
        Integer left = failing.get(unit);
        if (left != null && left > 0) {
            failing.put(unit, left == Integer.MAX_VALUE ? left : left - 1);
            throw new IllegalStateException("unit " + unit + " fails");
        }
    }

    // ---- the run

    /** Runs to the end, and judges. */
    void run() {
        Set<Long> mayBeMissing = new HashSet<>(failing.keySet());
        work = copy();
        cluster.loop().afterEachTask(() -> tasks++);
        if (journalled) {
            journal = VirtualJournal.begun(cluster.loop(), disk, Terms.RUN, gatherNanos);
            run = JournalledRun.begun(() -> journal, true, failure -> {
                throw new AssertionError(failure);
            });
            run.pauseBy(this::pause);
            run.keep(worth);
            run.open();
        }
        cluster.start(work, run);
        if (!hostile && random.nextInt(3) == 0) {
            split();
            cluster.await("the sub-master", () -> isOver() || subMasters.get(0).isServing());
        }
        for (int first = 1 + random.nextInt(4); first > 0; first--) {
            join(subMasters.isEmpty() || random.nextBoolean() ? "master" : "sub0");
        }
        while (!isOver() && (nextFault < faults.size() || areIntruders())) {
            cluster.loop().runUntil(() -> isOver() || tasks >= nextEvent(), 3_600 * Cluster.SECOND);
            happen();
        }
        liars.forEach(HostileClient::fallSilent);
        join("master");
        RunEnd end = cluster.finish();
        run.close();
        assertThat(end).isEqualTo(RunEnd.complete());
        if (!hostile) {
            assertThat(cluster.heard().lines())
                    .as("nobody is at fault")
                    .noneMatch(line -> FAULTY.stream().anyMatch(code -> line.endsWith("left: " + code)));
            nodes.forEach(
                    node -> assertThat(FAULTY).doesNotContain(node.worker().code()));
        }
        judge(mayBeMissing);
    }

    private boolean isOver() {
        return cluster.heard().end() != null;
    }

    private int nextEvent() {
        int fault = nextFault < faults.size() ? faults.get(nextFault).event() : Integer.MAX_VALUE;
        return areIntruders() ? Math.min(fault, nextLie) : fault;
    }

    private boolean areIntruders() {
        return !liars.isEmpty() && said < LIES || peers.stream().anyMatch(peer -> !peer.isClosed());
    }

    /** The application waits for the journal: everybody else goes on. */
    private void pause() {
        int before = tasks;
        cluster.loop().runUntil(() -> tasks > before, 3_600 * Cluster.SECOND);
        happen();
    }

    private void happen() {
        while (!isOver() && nextFault < faults.size() && faults.get(nextFault).event() <= tasks) {
            Fault fault = faults.get(nextFault++);
            if (befall(fault)) {
                happened.add(fault.kind());
            }
        }
        if (!isOver() && tasks >= nextLie) {
            nextLie = tasks + PAUSE;
            liars.forEach(liar -> said += liar.say(4));
            for (int i = 0; i < peers.size(); i++) {
                if (!peers.get(i).isClosed()) {
                    senders.get(i).send();
                }
            }
        }
    }

    private boolean befall(Fault fault) {
        return switch (fault.kind()) {
            case CUT, LATE, TWICE, DIE, DRAIN ->
                !nodes.isEmpty() && befallWorker(fault, nodes.get(fault.which() % nodes.size()));
            case CUT_SUB_MASTER, LATE_SUB_MASTER, KILL_SUB_MASTER, DRAIN_SUB_MASTER, MOVE ->
                !subMasters.isEmpty()
                        && !hosts.isEmpty()
                        && befallTree(fault, subMasters.get(fault.which() % subMasters.size()));
            case SPLIT -> subMasters.size() < MOST_SUB_MASTERS && split();
            case JOIN ->
                nodes.size() < MOST_WORKERS
                        && join(
                                random.nextInt(3) > 0 || subMasters.isEmpty()
                                        ? "master"
                                        : "sub" + (subMasters.size() - 1));
            case PARK, UNPARK, HANDOUT -> change(fault);
            case SLEEP -> {
                cluster.loop().jump(fault.nanos());
                yield true;
            }
            case DISK_FULL -> {
                disk.full(true);
                cluster.loop().schedule(fault.nanos(), () -> disk.full(false));
                yield true;
            }
            case KILL_MASTER -> takeOver();
            case LIES, GARBAGE -> intrude(fault);
        };
    }

    private boolean join(String parent) {
        String host = "h" + nodes.size();
        boolean late = random.nextInt(8) == 0;
        Work copy = work.onWorker(late ? scale < 100 ? 40 : 4 : 0.5 + random.nextDouble());
        nodes.add(cluster.join(host, 1 + random.nextInt(3), copy, Cluster.runFile(parent)));
        hosts.add(host);
        return true;
    }

    /** Another sub-master, whose workers may go to the one before it when they lose it. */
    private boolean split() {
        int number = subMasters.size();
        String[] standbys = number > 0 && random.nextBoolean() ? new String[] {"sub" + (number - 1)} : new String[0];
        subMasters.add(cluster.subMasterBelow("master", "sub" + number, standbys));
        return true;
    }

    private boolean befallWorker(Fault fault, Cluster.Node node) {
        if (!node.hasDialled() || node.worker().isDead()) {
            return false;
        }
        switch (fault.kind()) {
            case CUT -> node.link().cut();
            case TWICE -> node.link().repeat();
            case DIE -> node.die();
            case DRAIN -> node.worker().drain("a signal");
            default -> hold(node.link(), fault.nanos());
        }
        return true;
    }

    private void hold(VirtualLink link, long nanos) {
        link.hold();
        cluster.loop().schedule(nanos, link::release);
    }

    private boolean befallTree(Fault fault, SubNode sub) {
        if (!sub.isServing() || sub.hasEnded()) {
            return false;
        }
        switch (fault.kind()) {
            case CUT_SUB_MASTER -> sub.link().cut();
            case LATE_SUB_MASTER -> hold(sub.link(), fault.nanos());
            case KILL_SUB_MASTER -> sub.die(below(sub));
            case DRAIN_SUB_MASTER -> order(sub.toString(), "");
            default ->
                order(
                        hosts.get(random.nextInt(hosts.size())),
                        random.nextInt(3) == 0 ? MoveWorkers.MASTER : sub.toString());
        }
        return true;
    }

    private void order(String name, String to) {
        cluster.master().course().mover().apply(new MoveWorkers(List.of(name), to), "a test");
    }

    private List<Cluster.Node> below(SubNode sub) {
        List<Cluster.Node> below = new ArrayList<>();
        for (WorkerConnection connection : sub.master().core().registry().connections()) {
            int number = hosts.indexOf(connection.entry.host);
            if (number >= 0 && !nodes.get(number).worker().isDead()) {
                below.add(nodes.get(number));
            }
        }
        return below;
    }

    private boolean change(Fault fault) {
        List<WorkerConnection> present = cluster.master().core().registry().connections();
        if (present.isEmpty()) {
            return false;
        }
        Set<WorkerId> some = Set.of(present.get(fault.which() % present.size()).entry.id);
        PolicyName[] policies = PolicyName.values();
        Actuator actuator = cluster.master().course().actuator();
        switch (fault.kind()) {
            case PARK -> actuator.park(some, "a test");
            case UNPARK -> actuator.unpark(some, "a test");
            default ->
                actuator.handOut(
                        new Handout(
                                policies[fault.which() % policies.length],
                                Weighting.EQUAL,
                                fault.which() / 8 % 3,
                                10 * (fault.which() / 32 % 2)),
                        "a test");
        }
        return true;
    }

    private boolean takeOver() {
        masters++;
        diedAtItsEnd |= cluster.heard().lines().contains("ending"); // the last results may not be committed
        disk.full(false);
        journal.die();
        run.close();
        cluster.crash();
        Recovered recovered = disk.read(Terms.RUN);
        journal = VirtualJournal.resumed(cluster.loop(), disk, recovered, gatherNanos);
        cluster.terms().takeover = new RunSettings.Takeover(journal.epoch(), 60 * Cluster.SECOND);
        run = JournalledRun.resumed(journal, recovered, true);
        run.pauseBy(this::pause);
        run.keep(worth);
        work = copy();
        cluster.start(work, run);
        return true;
    }

    /** A client is an intruder only beside an honest worker: alone, it is believed that a unit fails. */
    private boolean intrude(Fault fault) {
        if (cluster.master().core().registry().connections().isEmpty()) {
            return false;
        }
        if (fault.kind() == Fault.Kind.GARBAGE && senders.isEmpty()) {
            Peer peer = cluster.scripted();
            peer.register("garbage", 1 + fault.which() % 2, 2_000 + senders.size());
            peers.add(peer);
            senders.add(new GarbageSender(peer, Work.mode(mode)));
        } else if (fault.kind() == Fault.Kind.LIES
                && cycles.length == 1
                && mode.equals("each")
                && adders + ofSource == 0 // it knows a unit by its index
                && liars.isEmpty()) {
            liars.add(new HostileClient(cluster, new SplittableRandom(fault.which()), 0));
        } else {
            return false;
        }
        return true;
    }

    // ---- the judgement

    private void judge(Set<Long> mayBeMissing) {
        long all = 0;
        for (int cycle = 0; cycle < cycles.length; cycle++) {
            Set<Long> missing = missing(cycle);
            assertThat(mayBeMissing).as("units that fail").containsAll(missing);
            for (Map.Entry<Long, Integer> each : failing.entrySet()) {
                if (each.getValue() == Integer.MAX_VALUE && each.getKey() < cycles[cycle]) {
                    assertThat(missing).as("units that failed").contains(each.getKey());
                }
            }
            List<Long> expected = work.all(cycle, missing);
            if (mode.equals("sum")) {
                assertThat(work.totals()).hasSize(cycles.length);
                assertThat(work.totals().get(cycle)).isEqualTo(work.sum(cycle, missing));
            } else {
                assertThat(work.accepted(cycle)).as("cycle %s", cycle).containsExactlyInAnyOrderElementsOf(expected);
            }
            all += expected.size();
        }
        if (!hostile) {
            assertThat(work.problems()).isEmpty();
        }
        assertThat(work.calls().stream().filter("complete"::equals)).hasSize(1);
        if (masters == 1 && senders.isEmpty()) {
            assertThat(cluster.counters().accepted()).isEqualTo(all);
        }
        assertThat(cluster.master().driver().outstandingUnits()).isZero();
        boolean calm = Fault.CALM.containsAll(happened) && cluster.terms().speculation == 0;
        boolean kept = masters == 1 || worth == WorthKeeping.ALL; // else the next master has results computed again
        if (calm && kept && !diedAtItsEnd && mayBeMissing.isEmpty()) {
            assertThat(computed).as("units computed").isEqualTo(all);
            assertThat(cluster.counters().workersLost()).isZero();
        }
    }

    private Set<Long> missing(int cycle) {
        Set<Long> missing = new TreeSet<>();
        for (String call : work.calls()) {
            if (call.startsWith("missing ")) {
                for (String unit : call.substring("missing ".length()).split(" ")) {
                    if (unit.startsWith(cycle + ":")) {
                        missing.add(Long.valueOf(unit.substring(unit.indexOf(':') + 1)));
                    }
                }
            }
        }
        return missing;
    }
}
