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
import dev.sluice.model.schedule.CycleState;
import dev.sluice.model.schedule.Handout;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.virtual.VirtualLink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A small run with faults, drawn from a seed; it is run to its end and judged by what the application was given. */
final class Episode {
    /** Ends of sessions and processes that only a faulty peer, or a defect, brings about. */
    private static final Set<ErrorCode> FAULTY =
            EnumSet.of(ErrorCode.MALFORMED, ErrorCode.UNEXPECTED_MESSAGE, ErrorCode.HELD_MISMATCH, ErrorCode.INTERNAL);

    private static final int MOST_FAULTS = 6;
    private static final int MOST_WORKERS = 9;
    private static final int MOST_SUB_MASTERS = 4;

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
    private final boolean alone;
    private final boolean tree;
    /** Units that add others, and units of a source, in each cycle; none where cycles are not open. */
    private final int adders;

    private final int ofSource;
    /** True if a third of the units occupy two slots, and some come before others. */
    private final boolean wide;

    private final Drops drops;
    private final List<Fault> faults;
    /** How often each of these units fails; a unit that fails always is missing in the end. */
    private final Map<Long, Integer> failing = new HashMap<>();

    private final VirtualJournal.Disk disk = new VirtualJournal.Disk();
    private final List<Cluster.Node> nodes = new ArrayList<>();
    private final List<String> hosts = new ArrayList<>();
    private final List<SubNode> subMasters = new ArrayList<>();
    private final Map<String, Wire> workerWires = new LinkedHashMap<>();
    private final Map<String, Wire> subMasterWires = new HashMap<>();
    private final Intruders intruders;
    private final Set<Fault.Kind> happened = EnumSet.noneOf(Fault.Kind.class);
    private VirtualJournal journal;
    private JournalledRun run = JournalledRun.NONE;
    private Work work;
    private int tasks;
    private int nextFault;
    private long computed;
    private int masters = 1;
    private boolean diedAtAnEnd;

    Episode(RandomGenerator random, Path directory) {
        this.random = random;
        cluster = new Cluster(directory);
        int shape = random.nextInt(10);
        hostile = shape == 0;
        alone = shape > 7;
        tree = alone ? shape == 8 : shape == 3 || !hostile && random.nextInt(3) == 0;
        journalled = random.nextInt(3) == 0;
        boolean lies = hostile && !journalled && random.nextBoolean();
        cycles = new long[lies ? 1 : 1 + random.nextInt(3)];
        Arrays.setAll(
                cycles, cycle -> random.nextInt(12) == 0 ? 0 : 1 + random.nextInt(random.nextInt(3) == 0 ? 6 : 60));
        mode = List.of("each", "end", "sum").get(lies ? 0 : random.nextInt(3));
        scale = List.of(1L, 1L, 10L, 200L, 4_000L).get(random.nextInt(hostile ? 4 : 5));
        setupBytes = random.nextInt(12) == 0 ? 300_000 : 10;
        resultBytes = random.nextInt(alone ? 3 : 16) == 0 && !hostile ? 80_000 : 0; // it has no grant to come twice
        keeps = journalled && random.nextInt(4) == 0;
        inputBytes = random.nextInt(shape == 3 ? 4 : 24) == 0 ? 300_000 : 0;
        worth = shape < 3 || alone || random.nextInt(3) > 0
                ? WorthKeeping.ALL
                : new WorthKeeping(random.nextBoolean() ? 100_000 * scale : 1e12); // some results, or none
        if (random.nextInt(alone ? 40 : 12) == 0) {
            long bytesPerSecond = List.of(1_000_000L, 10_000_000L, 100_000_000L).get(random.nextInt(3));
            List.of("master", "sub0", "sub1", "sub2", "sub3")
                    .forEach(name -> cluster.port(name, new VirtualLink.Port(bytesPerSecond)));
        }
        gatherNanos = random.nextInt(2) * 2 * Cluster.MILLI;
        cluster.terms().draw(random, journalled);
        int units = (int) Arrays.stream(cycles).sum();
        Fault.Kind[] kinds = Fault.ofShape(shape, tree, journalled);
        List<Fault> drawn = new ArrayList<>();
        for (int left = random.nextInt(MOST_FAULTS + 1); left > 0; left--) {
            drawn.add(Fault.drawn(random, kinds, 60 + 25 * units, alone));
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
        boolean known = cycles.length == 1 && mode.equals("each") && adders + ofSource == 0; // units by their indices
        wide = !lies && growth.nextInt(4) == 0;
        intruders = new Intruders(cluster, Work.mode(mode), known);
        drops = new Drops(growth, !lies && !mode.equals("sum"));
    }

    /** The run in a line, with its faults. */
    @Override
    public String toString() {
        Terms terms = cluster.terms();
        return "units " + Arrays.toString(cycles) + ", " + mode + ", " + terms.policy + ", prefetch " + terms.prefetch
                + ", speculation " + terms.speculation + ", active " + terms.active + ", times " + scale + ", setup "
                + setupBytes + ", results " + resultBytes + ", inputs " + inputBytes
                + (journalled ? ", journal " + gatherNanos : "")
                + (keeps ? " with states" : "") + ", adders " + adders + ", source " + ofSource + (wide ? ", wide" : "")
                + ", given up " + drops + ", failing " + failing
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
        Work copy = (wide ? NeedyWork.wide(cluster.loop(), cycles) : cluster.work(cycles))
                .taking(unit -> (1 + unit * 7 % 11) * scale * Cluster.MILLI / 4)
                .results(Work.mode(mode))
                .heavy(setupBytes)
                .padded(resultBytes)
                .bulky(inputBytes)
                .computing(this::compute);
        drops.hook(copy, cluster);
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
        mayBeMissing.addAll(drops.units());
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
        if (tree) {
            split();
            cluster.await("the sub-master", () -> isOver() || hasBegun(subMasters.get(0)));
            if (!alone && random.nextBoolean()) {
                split();
            }
        }
        for (int first = alone ? 1 : 1 + random.nextInt(4); first > 0; first--) {
            boolean above = subMasters.isEmpty() || !alone && random.nextInt(3) == 0;
            join(above ? "master" : "sub" + random.nextInt(subMasters.size()));
        }
        while (!isOver() && (nextFault < faults.size() || intruders.areBusy())) {
            cluster.loop().runUntil(() -> isOver() || tasks >= nextEvent(), 3_600 * Cluster.SECOND);
            happen();
        }
        intruders.fallSilent();
        if (!alone) {
            join("master");
        }
        RunEnd end = cluster.finish();
        run.close();
        assertThat(end).isEqualTo(RunEnd.complete());
        if (!hostile) {
            assertThat(cluster.heard().lines())
                    .as("nobody is at fault")
                    .noneMatch(line -> FAULTY.stream().anyMatch(code -> line.endsWith("left: " + code)))
                    .noneMatch(line -> line.endsWith("left: " + ErrorCode.SESSION_BOUND)
                            && !happened.contains(Fault.Kind.TWICE)); // a large result that comes twice has no grant
            nodes.forEach(
                    node -> assertThat(FAULTY).doesNotContain(node.worker().code()));
        }
        judge(mayBeMissing);
    }

    /** A sub-master that loses its master before it has joined ends. */
    private static boolean hasBegun(SubNode sub) {
        return sub.isServing() || sub.hasEnded();
    }

    private boolean isOver() {
        return cluster.heard().end() != null;
    }

    private int nextEvent() {
        int fault = nextFault < faults.size() ? faults.get(nextFault).event() : Integer.MAX_VALUE;
        return intruders.areBusy() ? Math.min(fault, intruders.nextLie()) : fault;
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
        if (!isOver() && tasks >= intruders.nextLie()) {
            intruders.say(tasks);
        }
    }

    private boolean befall(Fault fault) {
        return switch (fault.kind()) {
            case CUT, HALF_CUT, LATE, TWICE, DIE, DRAIN ->
                !nodes.isEmpty() && befallWorker(fault, nodes.get(fault.which() % nodes.size()));
            case CUT_SUB_MASTER, HALF_CUT_SUB_MASTER, LATE_SUB_MASTER, KILL_SUB_MASTER, DRAIN_SUB_MASTER, MOVE ->
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
            case LIES, GARBAGE -> intruders.come(fault);
        };
    }

    private boolean join(String parent) {
        String host = "h" + nodes.size();
        boolean late = random.nextInt(8) == 0;
        int number = nodes.size();
        Wire wire =
                new Wire(host, this::isSafe, () -> nodes.get(number).worker().unitsHeld());
        workerWires.put(host, wire);
        cluster.tap(host, wire);
        Work copy = work.onWorker(late ? scale < 100 ? 40 : 4 : 0.5 + random.nextDouble())
                .computing(unit -> {
                    if (!nodes.get(number).worker().isDead() && adders + ofSource == 0) {
                        wire.begins(unit);
                    }
                    compute(unit);
                });
        nodes.add(cluster.join(host, (wide ? 2 : 1) + random.nextInt(3), copy, Cluster.runFile(parent)));
        hosts.add(host);
        return true;
    }

    /** Tells whether nobody's death loses this result, which is acknowledged to one who had it. */
    private boolean isSafe(String parent, int cycle, long unit) {
        if (hostile
                || journalled
                || mode.equals("sum")
                || !failing.isEmpty()
                || !drops.isEmpty()
                || adders + ofSource > 0) {
            return true;
        }
        Wire above = subMasterWires.get(parent);
        return above != null && !above.owns(cycle, unit) // it was withdrawn
                || work.accepted(cycle).contains(unit)
                || workerWires.values().stream().anyMatch(each -> each.owns(cycle, unit));
    }

    /** Another sub-master, whose workers may go to the one before it when they lose it. */
    private boolean split() {
        int number = subMasters.size();
        String[] standbys = number > 0 && random.nextBoolean() ? new String[] {"sub" + (number - 1)} : new String[0];
        Wire wire = new Wire("sub" + number, this::isSafe, () -> 0);
        subMasterWires.put("sub" + number, wire);
        cluster.tap("sub" + number, wire);
        subMasters.add(cluster.subMasterBelow("master", "sub" + number, standbys));
        return true;
    }

    private boolean befallWorker(Fault fault, Cluster.Node node) {
        boolean ungranted = fault.kind() == Fault.Kind.TWICE && alone && resultBytes > 0; // its session would end
        if (!node.hasDialled() || node.worker().isDead() || ungranted) {
            return false;
        }
        switch (fault.kind()) {
            case CUT -> node.link().cut();
            case HALF_CUT -> workerWires.get(hosts.get(nodes.indexOf(node))).cut(node.link(), fault);
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
        if (!sub.isServing() || sub.hasEnded() || alone && isLastHope(fault.kind(), sub)) {
            return false;
        }
        switch (fault.kind()) {
            case CUT_SUB_MASTER -> sub.link().cut();
            case HALF_CUT_SUB_MASTER -> subMasterWires.get(sub.toString()).cut(sub.link(), fault);
            case LATE_SUB_MASTER -> hold(sub.link(), fault.nanos());
            case KILL_SUB_MASTER -> kill(fault, sub);
            case DRAIN_SUB_MASTER -> order(sub.toString(), "");
            default ->
                order(
                        hosts.get(random.nextInt(hosts.size())),
                        random.nextInt(3) == 0 ? SteerWorkers.MASTER : sub.toString());
        }
        return true;
    }

    /** A sub-master dies; some of its workers do not know for a while. */
    private void kill(Fault fault, SubNode sub) {
        List<Cluster.Node> workers = below(sub);
        for (int i = 0; i < workers.size(); i++) {
            if ((fault.which() >> i & 1) == 1) {
                workerWires.get(hosts.get(nodes.indexOf(workers.get(i)))).near().deafFor(fault.nanos());
            }
        }
        sub.die(workers);
    }

    /** Tells whether the only worker would never find another master. */
    private boolean isLastHope(Fault.Kind kind, SubNode sub) {
        return kind == Fault.Kind.KILL_SUB_MASTER
                && (below(sub).isEmpty()
                        || !workerWires.values().iterator().next().isInCycle());
    }

    private void order(String name, String to) {
        cluster.master().course().mover().apply(SteerWorkers.move(List.of(name), to), "a test");
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
        diedAtAnEnd |= cluster.heard().lines().contains("ending"); // the last results may not be committed
        int ended = work.cyclesBegun() - (cluster.master().driver().state() == CycleState.OPEN ? 1 : 0);
        disk.full(false);
        journal.die();
        run.close();
        cluster.crash();
        Recovered recovered = disk.read(Terms.RUN);
        long known = recovered.cycles().stream()
                .filter(each -> each.cycle() < ended)
                .mapToLong(each -> each.known().size())
                .sum();
        diedAtAnEnd |=
                known < IntStream.range(0, ended).mapToLong(work::units).sum(); // workers have forgotten the rest
        journal = VirtualJournal.resumed(cluster.loop(), disk, recovered, gatherNanos);
        cluster.terms().takeover = new RunSettings.Takeover(journal.epoch(), 60 * Cluster.SECOND);
        run = JournalledRun.resumed(journal, recovered, true);
        run.pauseBy(this::pause);
        run.keep(worth);
        work = copy();
        cluster.start(work, run);
        return true;
    }

    // ---- the judgement

    private void judge(Set<Long> mayBeMissing) {
        long all = new Outcome(work, mode, cycles.length).judge(failing, mayBeMissing);
        assertThat(hostile ? List.of() : work.problems()).isEmpty();
        if (masters == 1 && !hostile) {
            drops.judge(work);
        }
        assertThat(work.calls().stream().filter("complete"::equals)).hasSize(1);
        if (masters == 1 && !intruders.sendGarbage()) {
            assertThat(cluster.counters().accepted()).isEqualTo(all);
        }
        assertThat(masters > 1 || work.garbled() == 0 || intruders.areRefused())
                .as("garbage was refused")
                .isTrue();
        assertThat(cluster.master().driver().outstandingUnits()).isZero();
        boolean calm = (alone || Fault.CALM.containsAll(happened)) && cluster.terms().speculation == 0;
        boolean kept = masters == 1 || worth == WorthKeeping.ALL; // else the next master has results computed again
        if (calm && kept && !diedAtAnEnd && mayBeMissing.isEmpty()) {
            assertThat(computed).as("units computed").isEqualTo(all);
            assertThat(alone ? 0 : cluster.counters().workersLost()).isZero();
        }
    }
}
