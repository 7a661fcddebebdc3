package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.tune.SubMasterStart;
import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.TunerCost;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.net.virtual.VirtualLink;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs whose tree is tuned. Two workers are beside the master, four at a far site behind a narrow line. Each setup
 * takes half a second on that line.
 */
@NoLeaks
@Tag("slow")
class ClusterTreeTest {
    private static final int SETUP_BYTES = 1 << 20;
    private static final long LINE = 2 << 20;
    private static final long FAR_NANOS = 20 * Cluster.MILLI;
    private static final int FAR = 4;
    private static final long[] CYCLES = new long[20];

    static {
        Arrays.fill(CYCLES, 300);
    }

    @TempDir
    Path directory;

    private int runs;
    private Cluster cluster;
    private Work work;
    private LaterBeside beside;
    private LongUnaryOperator timing = unit -> 0;
    private final List<Cluster.Node> far = new ArrayList<>();
    private final List<SubNode> started = new ArrayList<>();

    private void open(boolean tuned, SubMasterStart starter) {
        cluster = new Cluster(directory.resolve("run-" + runs++));
        far.clear();
        started.clear();
        cluster.terms().policy = PolicyName.SS;
        cluster.terms().prefetch = SchedulerConfig.AUTO;
        timing = unit -> 20 * Cluster.MILLI;
        Map<String, String> sites = new HashMap<>(Map.of("sub", "far"));
        for (int i = 0; i < FAR; i++) {
            sites.put("far" + i, "far");
        }
        cluster.terms().sites = sites;
        site(new Cluster.Site(FAR_NANOS, new VirtualLink.Port(LINE)));
        beside = new LaterBeside(cluster.loop(), () -> Cluster.MILLI);
        cluster.terms().tuned = tuned ? new TuningTerms(RuntimeCosts.NONE, 1_000, beside, starter, List.of()) : null;
    }

    /** Places the far workers and their sub-master. */
    private void site(Cluster.Site site) {
        cluster.place("sub", site);
        for (int i = 0; i < FAR; i++) {
            cluster.place("far" + i, site);
        }
    }

    /** A run of two sites, whose far workers join the master or sub-master of this name. */
    private void start(String parent, String mode, int setupBytes, long... cycles) {
        work = cluster.work(cycles)
                .taking(timing)
                .results(Work.mode(mode))
                .heavy(setupBytes)
                .expecting(cycles.length);
        cluster.start(work);
        if (parent.equals("sub")) {
            sub();
            cluster.await("the sub-master serves", started.get(0)::isServing);
        }
        cluster.join("near0", 1);
        cluster.join("near1", 1);
        for (int i = 0; i < FAR; i++) {
            far.add(cluster.join("far" + i, 1, work.onWorker(1), Cluster.runFile(parent)));
        }
    }

    private void sub() {
        started.add(cluster.subMaster("sub"));
    }

    private SubMasterStart starter() {
        return (host, failed) -> sub();
    }

    private double seconds() {
        RunProgress progress = cluster.master().core().progress();
        return (progress.endNanos() - progress.startNanos()) / 1e9;
    }

    private List<RunView.Decision> decisions() {
        return cluster.master().core().recording().recorder().decisions().stream()
                .filter(decision ->
                        decision.kind().equals("tree") && !decision.what().contains(" moves to "))
                .toList();
    }

    @Test
    void shouldEndAFlatRunNearlyAsSoonAsThePlannedTree() {
        endNearlyAsSoonAsThePlannedTree("sum");
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"each", "end"})
    void shouldEndAFlatRunNearlyAsSoonAsThePlannedTreeToo(String mode) {
        endNearlyAsSoonAsThePlannedTree(mode);
    }

    private void endNearlyAsSoonAsThePlannedTree(String mode) {
        open(false, SubMasterStart.NONE);
        start("master", mode, SETUP_BYTES, CYCLES);
        cluster.finishCompletely();
        double flat = seconds();

        open(false, SubMasterStart.NONE);
        start("sub", mode, SETUP_BYTES, CYCLES);
        cluster.finishCompletely();
        double planned = seconds();

        open(true, starter());
        start("master", mode, SETUP_BYTES, CYCLES);
        cluster.finishCompletely();
        work.assertComplete(mode);
        double tuned = seconds();

        assertThat(decisions()).isNotEmpty();
        assertThat(decisions().get(0).what()).isEqualTo("far gets a sub-master");
        assertThat(flat).isGreaterThan(1.1 * planned);
        assertThat(tuned).isLessThan(1.1 * planned);
        assertThat(cluster.counters().workersLost()).isZero();
    }

    @Test
    void shouldLeaveARunWithSmallSetupsAlone() {
        open(true, starter());
        start("master", "each", 10, CYCLES);
        cluster.finishCompletely();
        assertThat(decisions()).isEmpty();
        assertThat(started).isEmpty();
    }

    @SeededTest(runs = 6, usually = 2)
    void shouldLeaveARunOnOneSiteAlone(RandomGenerator random) {
        open(true, starter());
        cluster.terms().sites = Map.of();
        int near = random.nextInt(2, 7);
        Cluster.Site here =
                new Cluster.Site(Cluster.MILLI / 10, new VirtualLink.Port(random.nextLong(LINE, 20 * LINE)));
        work = cluster.work(CYCLES)
                .taking(unit -> (10 + random.nextInt(20)) * Cluster.MILLI)
                .results(Work.mode("each"))
                .heavy(random.nextInt(SETUP_BYTES))
                .expecting(CYCLES.length);
        cluster.start(work);
        for (int i = 0; i < near; i++) {
            cluster.place("host" + i, here);
            cluster.join("host" + i, 1);
        }
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(decisions()).isEmpty();
    }

    @SeededTest(runs = 6, usually = 1)
    void shouldComeNearThePlannedTreeOnDifferentLines(RandomGenerator random) {
        long line = random.nextLong(LINE, 2 * LINE);
        long delayNanos = random.nextLong(5, 40) * Cluster.MILLI;
        long[] unitNanos =
                random.longs(512, 10 * Cluster.MILLI, 30 * Cluster.MILLI).toArray();
        double[] ends = new double[2];
        for (int knobs = 0; knobs < ends.length; knobs++) {
            open(knobs > 0, starter());
            site(new Cluster.Site(delayNanos, new VirtualLink.Port(line)));
            timing = unit -> unitNanos[(int) (unit % unitNanos.length)];
            start(knobs > 0 ? "master" : "sub", "each", SETUP_BYTES, CYCLES);
            cluster.finishCompletely();
            work.assertComplete("each");
            ends[knobs] = seconds();
        }
        assertThat(ends[1]).as("planned, tuned").isLessThan(1.1 * ends[0]);
    }

    /** The hosts of the site have narrow lines of their own, so that setups pass one more of them. */
    @Test
    void shouldTakeATreeBackThatIsWorse() {
        open(false, SubMasterStart.NONE);
        narrow();
        start("master", "each", SETUP_BYTES, CYCLES);
        cluster.finishCompletely();
        double flat = seconds();

        open(true, starter());
        narrow();
        start("master", "each", SETUP_BYTES, CYCLES);
        cluster.finishCompletely();
        work.assertComplete("each");

        assertThat(decisions().get(0).what()).isEqualTo("far gets a sub-master");
        assertThat(decisions().get(0).outcome()).containsAnyOf("undone", "given up: the run fell behind");
        assertThat(decisions().get(1).what()).isEqualTo("far loses its sub-master");
        assertThat(started).allMatch(SubNode::hasEnded);
        assertThat(seconds()).as("flat: %s; %s", flat, decisions()).isLessThan(1.1 * flat);
    }

    private void narrow() {
        cluster.place("sub", new Cluster.Site(FAR_NANOS, new VirtualLink.Port(LINE)));
        for (int i = 0; i < FAR; i++) {
            cluster.place("far" + i, new Cluster.Site(FAR_NANOS, new VirtualLink.Port(LINE)));
        }
    }

    @Test
    void shouldTakeTheSubMasterOfAQuietSiteAway() {
        open(true, starter());
        start("sub", "each", SETUP_BYTES, 3_000, 3_000);
        cluster.awaitAccepted(300);
        far.forEach(node -> node.worker().drain("a signal"));
        cluster.await("its end", started.get(0)::hasEnded);
        assertThat(cluster.heard().end()).as("the run goes on").isNull();
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(decisions().toString()).contains("far loses its sub-master", "its workers are gone");
        assertThat(cluster.heard().lines()).contains("tree: far loses its sub-master; its workers are gone");
    }

    @Test
    void shouldLeaveASiteAloneWhereNoSubMasterStarts() {
        open(true, (host, failed) -> failed.accept("no way to " + host));
        start("master", "each", SETUP_BYTES, CYCLES);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(decisions()).hasSize(1);
        assertThat(decisions().get(0).outcome()).isEqualTo("given up: no way to far0");
    }

    @Test
    void shouldEndTheTuningWhenALookEndsWithAnError() {
        open(true, starter());
        beside.failing(new NoClassDefFoundError("a test"));
        start("master", "each", SETUP_BYTES, CYCLES);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(decisions()).hasSize(1);
        assertThat(decisions().get(0).what()).isEqualTo("the tuning of the tree ends");
        assertThat(decisions().get(0).why()).isEqualTo("the model failed: java.lang.NoClassDefFoundError: a test");
        assertThat(cluster.master().core().recording().course().view(1).tuners())
                .extracting(TunerCost::knob)
                .containsExactly("tree");
        assertThat(cluster.master().core().recording().course().view(1).tuners())
                .extracting(TunerCost::looks)
                .allMatch(looks -> looks > 0);
    }

    @SeededTest(runs = 12, usually = 6)
    void shouldLoseNothingWhenTheSubMasterDiesDuringTheChange(RandomGenerator random) {
        open(true, starter());
        String mode = List.of("each", "end", "sum").get(random.nextInt(3));
        start("master", mode, SETUP_BYTES, Arrays.copyOf(CYCLES, 4));
        cluster.await("a sub-master", () -> !started.isEmpty() && started.get(0).isServing());
        cluster.loop().advance(random.nextLong(400 * Cluster.MILLI));
        List<Cluster.Node> below = new ArrayList<>();
        for (WorkerConnection connection :
                started.get(0).master().core().registry().connections()) {
            below.add(far.get(connection.entry.host.charAt(3) - '0'));
        }
        started.get(0).die(below);
        cluster.finishCompletely();
        work.assertComplete(mode);
        assertThat(started).hasSize(1);
    }

    // ---- one switch

    private static final int HOSTS = 16;

    /** Hosts of one slot behind the switch of the master. All ports are equal. */
    private void startFlat(boolean tuned, SubMasterStart starter, int setupBytes) {
        open(tuned, starter);
        Map<String, String> sites = new HashMap<>();
        cluster.port("master", new VirtualLink.Port(LINE));
        for (int i = 0; i < HOSTS; i++) {
            sites.put("h" + i, "lan");
            cluster.port("h" + i, new VirtualLink.Port(LINE));
        }
        cluster.terms().sites = sites;
        work = cluster.work(CYCLES)
                .taking(unit -> 200 * Cluster.MILLI)
                .results(Work.mode("each"))
                .heavy(setupBytes)
                .expecting(CYCLES.length);
        cluster.start(work);
        for (int i = 0; i < HOSTS; i++) {
            cluster.join("h" + i, 1);
        }
    }

    private SubMasterStart anywhere() {
        return (host, failed) -> started.add(cluster.subMaster(host));
    }

    /** Sixteen setups of half a second each pass the port of the master, or four, and four each other port. */
    @Test
    void shouldFindASecondLevelBehindTheSwitchOfTheMaster() {
        startFlat(false, SubMasterStart.NONE, SETUP_BYTES);
        cluster.finishCompletely();
        double flat = seconds();

        startFlat(true, anywhere(), SETUP_BYTES);
        cluster.finishCompletely();
        work.assertComplete("each");

        assertThat(decisions()).hasSize(1);
        assertThat(decisions().get(0).what())
                .isEqualTo("lan group 1 gets a sub-master, lan group 2 gets a sub-master,"
                        + " lan group 3 gets a sub-master, lan group 4 gets a sub-master");
        assertThat(decisions().get(0).why()).contains("lan: 16 setups of 1.05 MB become 4 in each cycle");
        assertThat(decisions().get(0).outcome()).startsWith("kept: ");
        assertThat(started).hasSize(4);
        assertThat(seconds()).as("flat: %s", flat).isLessThan(0.9 * flat);
        assertThat(cluster.counters().workersLost()).isZero();
    }

    @Test
    void shouldLeaveASwitchFlatWhereSetupsAreSmall() {
        startFlat(true, anywhere(), 10_000);
        cluster.finishCompletely();
        work.assertComplete("each");

        assertThat(decisions()).isEmpty();
        assertThat(started).isEmpty();
    }

    /** Groups get sub-masters together, or none does. */
    @Test
    void shouldTakeAllGroupsBackWhereOneSubMasterDoesNotStart() {
        SubMasterStart second = (host, failed) -> {
            if (started.size() == 1) {
                failed.accept("no way to " + host);
            } else {
                started.add(cluster.subMaster(host));
            }
        };
        startFlat(true, second, SETUP_BYTES);
        cluster.finishCompletely();
        work.assertComplete("each");

        assertThat(decisions().get(0).outcome()).startsWith("given up: no way to ");
        assertThat(started).hasSize(1).allMatch(SubNode::hasEnded);
    }
}
