package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.Residence;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import dev.sluice.worker.FakeWorker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts that stay on workers, and what becomes of them when these leave, come or fail. */
@NoLeaks
class ClusterResidentTest extends ResumedCluster {
    private static final int PARTS = 6;
    private static final int STEPS = 60;

    /** Values of a message that stays with its sender. */
    private static final int LONG = 1_000;

    private ResidentWork work;
    private final List<ResidentWork> copies = new ArrayList<>();
    private final List<Cluster.Node> processes = new ArrayList<>();

    /** Messages that came from another process, in place of the master. */
    private int fetched;

    /** Processes whose messages others cannot get. */
    private final Set<Integer> outOfReach = new HashSet<>();

    @BeforeEach
    void begin() {
        open("run");
        cluster.terms().policy = PolicyName.SS;
        work = new ResidentWork(cluster.loop(), PARTS, STEPS);
        copies.clear();
        processes.clear();
    }

    private void start() {
        parts(work).clock(cluster.loop()::nanoTime);
        cluster.start(work, () -> work.onWorker(1), run);
    }

    private Cluster.Node join(String host, int slots) {
        return join(host, slots, 1, "master");
    }

    private Cluster.Node join(String host, int slots, double slowness, String at) {
        ResidentWork copy = work.onWorker(slowness);
        copies.add(copy);
        Cluster.Node node = cluster.join(host, slots, copy, Cluster.runFile(at));
        processes.add(node);
        parts(copy).way(new Road((byte) (processes.size() - 1)));
        return node;
    }

    private static Residence parts(ResidentWork copy) {
        try {
            return Hosted.of(copy).residence().orElseThrow();
        } catch (ApplicationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The way from this process to the others that live. */
    private final class Road implements Residence.Way {
        private final byte number;

        Road(byte number) {
            this.number = number;
        }

        @Override
        public byte[] place() {
            return new byte[] {number};
        }

        @Override
        public CompletableFuture<byte[]> fetch(byte[] place, long message, int length) {
            int from = place[0];
            FakeWorker there = processes.get(from).worker();
            Optional<byte[]> kept = there.isDead() || there.hasFinished() || outOfReach.contains(from)
                    ? Optional.empty()
                    : parts(copies.get(from)).kept(message);
            if (kept.isEmpty()) {
                return CompletableFuture.failedFuture(new IOException("a test"));
            }
            fetched++;
            return CompletableFuture.completedFuture(kept.get());
        }
    }

    private void awaitStep(int step) {
        cluster.await("step " + step, () -> work.results.size() >= step);
    }

    private void finish() {
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.results).isEqualTo(work.expected());
    }

    /** Bytes that the master has sent to workers, and received. */
    private long bytesOfMaster() {
        return cluster.master().core().registry().connections().stream()
                .map(connection -> connection.session.counters())
                .mapToLong(counters -> counters.bytesSent() + counters.bytesReceived())
                .sum();
    }

    /** Steps of parts computed by the worker that joined as this. */
    private int computed(int copy) {
        return copies.get(copy).computed.size();
    }

    private int computed() {
        return copies.stream().mapToInt(copy -> copy.computed.size()).sum();
    }

    private WorkerEntry entry(String host) {
        return cluster.master().core().registry().entries().stream()
                .filter(entry -> entry.host.equals(host) && !entry.gone)
                .findAny()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void shouldGiveTheResultsOfASerialRunUnderEveryPolicy(Policy policy) {
        cluster.terms().policy = policy;
        cluster.terms().speculation = 50;
        start();
        join("a", 2);
        join("b", 1);
        finish();
    }

    @Test
    void shouldComputeEachStepOnceOnceAllHaveJoined() {
        start();
        join("a", 1);
        join("b", 1);
        awaitStep(10);
        int before = computed();
        finish();
        assertThat(computed() - before).isLessThanOrEqualTo((STEPS - 10) * PARTS);
        assertThat(copies)
                .allSatisfy(
                        copy -> assertThat(copy.computed.size()).isBetween(STEPS * PARTS / 3, STEPS * PARTS * 2 / 3));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 20, 30, 40, 50})
    void shouldGoBackToTheLatestCopiesWhenAWorkerIsLost(int step) {
        start();
        Cluster.Node lost = join("lost", 1);
        join("a", 1);
        join("b", 1);
        awaitStep(step);
        lost.die();
        finish();
        int all = STEPS * PARTS;
        assertThat(computed()).as("steps computed").isLessThan(all + 34 * PARTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55})
    void shouldGoBackWhenMessagesAreLostWithTheirSender(int step) {
        work.sending(LONG);
        start();
        Cluster.Node lost = join("lost", 1);
        join("a", 1);
        join("b", 1);
        awaitStep(step);
        lost.die();
        finish();
        assertThat(fetched).isGreaterThan(STEPS);
        assertThat(computed()).as("steps computed").isLessThan(STEPS * PARTS + 34 * PARTS);
    }

    @Test
    void shouldSendMessagesOfAWorkerOutOfReachThroughTheMaster() {
        work.sending(LONG);
        outOfReach.add(1);
        start();
        join("a", 1);
        join("far", 1);
        awaitStep(10);
        int before = computed();
        finish();
        assertThat(computed() - before).as("no step is repeated").isLessThanOrEqualTo((STEPS - 10) * PARTS);
        assertThat(fetched).as("the other worker's messages").isGreaterThan(STEPS / 2);
    }

    /** The bytes of a unit that pass through the master do not depend on the length of messages. */
    @Test
    void shouldLeaveLongMessagesToTheWorkers() {
        long[] bytes = new long[2];
        for (int run = 0; run < 2; run++) {
            open("run" + run);
            begin();
            work.copying(1_000).sending(run == 0 ? LONG : 100 * LONG);
            start();
            join("a", 1);
            join("b", 1);
            awaitStep(35);
            long before = bytesOfMaster();
            awaitStep(55);
            bytes[run] = bytesOfMaster() - before;
            finish();
        }
        assertThat(bytes[1]).isCloseTo(bytes[0], withinPercentage(5));
    }

    @Test
    void shouldKeepMessagesWithinOneProcess() {
        work.sending(LONG);
        start();
        join("a", 2);
        finish();
        assertThat(fetched).isZero();
    }

    @Test
    void shouldWaitForAnotherWorkerWhenTheOnlyOneIsLost() {
        start();
        Cluster.Node lost = join("lost", 2);
        awaitStep(20);
        lost.die();
        cluster.awaitHeard("no worker is left");
        join("other", 1);
        finish();
        assertThat(computed(1)).isLessThan((STEPS - 20 + 34) * PARTS);
    }

    /** A run goes on however often workers are lost: the copies come closer together. */
    @Test
    void shouldGoOnThoughAWorkerIsLostInEveryTenthStep() {
        start();
        join("stays", 1);
        for (int step = 5; step < STEPS; step += 10) {
            Cluster.Node lost = join("lost" + step, 1);
            awaitStep(step);
            lost.die();
        }
        finish();
    }

    @ParameterizedTest
    @ValueSource(strings = {"drain", "park", "cut", "silent", "move"})
    void shouldReleaseThePartsOfAWorkerThatTakesNoMoreWork(String how) {
        start();
        SubNode sub = cluster.subMaster("sub");
        cluster.await("the sub-master", sub::isServing);
        Cluster.Node leaves = join("leaves", 1);
        join("stays", 1);
        awaitStep(20);
        switch (how) {
            case "drain" -> leaves.worker().drain("a test");
            case "park" -> cluster.master().course().actuator().park(Set.of(entry("leaves").id), "a test");
            case "cut" -> leaves.link().cut();
            case "silent" -> leaves.link().hold();
            default -> cluster.master().course().mover().apply(SteerWorkers.move(List.of("w2"), "w1"), "a test");
        }
        if (how.equals("silent")) {
            cluster.awaitHeard("w2 on leaves left: " + ErrorCode.LEASE_EXPIRED);
            leaves.die();
        }
        finish();
        assertThat(computed(1)).as("parts came").isGreaterThan((STEPS - 20) * PARTS / 3);
    }

    @Test
    void shouldGivePartsBackToAWorkerThatIsUnparked() {
        start();
        join("a", 1);
        join("b", 1);
        awaitStep(3);
        Set<WorkerId> parked = Set.of(entry("b").id);
        cluster.master().course().actuator().park(parked, "a test");
        awaitStep(20);
        int before = computed(1);
        cluster.master().course().actuator().unpark(parked, "a test");
        finish();
        assertThat(computed(1)).isGreaterThan(before + PARTS);
    }

    @Test
    void shouldGivePartsToAWorkerThatJoinsLater() {
        start();
        join("a", 1);
        awaitStep(20);
        join("late", 1);
        finish();
        assertThat(computed(1)).isGreaterThan(20 * PARTS / 2 - PARTS);
    }

    @Test
    void shouldBalancePartsByTheSpeedOfWorkers() {
        work = new ResidentWork(cluster.loop(), 12, STEPS);
        start();
        join("quick", 1, 1, "master");
        join("slow", 1, 3, "master");
        awaitStep(35);
        int quick = computed(0);
        int slow = computed(1);
        awaitStep(45);
        assertThat(computed(0) - quick).isBetween(89, 91);
        assertThat(computed(1) - slow).isBetween(29, 31);
        finish();
    }

    @Test
    void shouldKeepPartsAtWorkersBelowASubMaster() {
        start();
        SubNode sub = cluster.subMaster("sub");
        cluster.await("the sub-master", sub::isServing);
        join("a", 1, 1, "sub");
        Cluster.Node lost = join("b", 1, 1, "sub");
        join("c", 1);
        awaitStep(20);
        int before = computed();
        awaitStep(30);
        assertThat(computed() - before).as("nothing is computed twice").isBetween(10 * PARTS - 3, 10 * PARTS + 3);
        lost.die();
        finish();
    }

    @Test
    void shouldGoOnAfterTheSubMasterIsLost() {
        start();
        SubNode sub = cluster.subMaster("sub");
        cluster.await("the sub-master", sub::isServing);
        Cluster.Node below = join("a", 1, 1, "sub");
        join("b", 1);
        awaitStep(20);
        sub.die(List.of(below));
        finish();
    }

    @Test
    void shouldTryAFailedStepElsewhere() {
        boolean[] failed = {false};
        work.computing(place -> {
            if (place.step() == 20 && place.part() == 3 && !failed[0]) {
                failed[0] = true;
                throw new IllegalStateException("a test");
            }
        });
        start();
        join("a", 1);
        join("b", 1);
        finish();
        assertThat(failed[0]).isTrue();
    }

    @Test
    void shouldFailWhenAStepFailsEverywhere() {
        work.computing(place -> {
            if (place.step() == 20 && place.part() == 3) {
                throw new IllegalStateException("a test");
            }
        });
        start();
        join("a", 1);
        join("b", 1);
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(work.results).hasSize(20);
    }

    @Test
    void shouldFailInPlaceOfGoingOnWithoutAPart() {
        cluster.terms().keepGoing = true;
        work.computing(place -> {
            if (place.step() == 20 && place.part() == 3) {
                throw new IllegalStateException("a test");
            }
        });
        start();
        join("a", 1);
        join("b", 1);
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.APPLICATION_FAILED);
        assertThat(end.text()).contains("part 3 of step 20 has no result", "a test", "every part of every step");
    }

    /** Masters die, workers die, come, are cut off and drain at any moment. */
    @SeededTest(runs = 40)
    void shouldGiveTheResultsOfASerialRunWhateverHappens(RandomGenerator random) {
        open("run-" + random.nextLong());
        cluster.terms().policy = PolicyName.values()[random.nextInt(PolicyName.values().length)];
        cluster.terms().speculation = random.nextInt(2) * 50;
        work = new ResidentWork(cluster.loop(), 1 + random.nextInt(7), 1 + random.nextInt(50));
        work.copying(1 + random.nextInt(20)).taking(random.nextInt(3) * 3 * Cluster.MILLI);
        work.sending(random.nextBoolean() ? 1 : LONG);
        copies.clear();
        processes.clear();
        begin(this::start);
        List<Cluster.Node> nodes = new ArrayList<>();
        nodes.add(join("stays", 1));
        nodes.add(join("first", 2));
        for (int event = 0; event < 8 && cluster.heard().end() == null; event++) {
            cluster.loop().advance(random.nextLong(200 * Cluster.MILLI));
            Cluster.Node node = nodes.get(nodes.size() == 1 ? 0 : 1 + random.nextInt(nodes.size() - 1));
            switch (random.nextInt(5)) {
                case 0 -> nodes.add(join("more" + event, 1 + random.nextInt(2)));
                case 1 -> node.link().cut();
                case 2 -> {
                    if (nodes.size() > 1) {
                        node.die();
                        nodes.remove(node);
                    }
                }
                case 3 -> {
                    if (nodes.size() > 1) {
                        node.worker().drain("a test");
                        nodes.remove(node);
                    }
                }
                default -> {
                    if (cluster.heard().end() == null) {
                        work = work.onMaster();
                        killAndResume(this::start);
                    }
                }
            }
        }
        finish();
    }
}
