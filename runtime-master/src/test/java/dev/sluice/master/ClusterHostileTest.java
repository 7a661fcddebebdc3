package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.SessionListener;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client that knows the secret and says anything, beside honest workers: the run must end right. An uncaught
 * exception on the loop fails the test.
 */
@NoLeaks
@Tag("slow")
class ClusterHostileTest extends ClusterCase {
    /** Runs of the seeded test. */
    private static final int SEEDS = 20;

    /** Messages of all of them; a run usually tries a quarter; {@code -Dsluice.hostile=COUNT} changes their number. */
    private static final int MESSAGES = Integer.getInteger("sluice.hostile", 1_000_000);

    /** The most messages of one run; more of them need several runs of a seed. */
    private static final int RUN_MESSAGES = 50_000;

    private static final int CLIENTS = 4;

    /** Messages of each client in a millisecond. */
    private static final int BATCH = 16;

    /** Enough units for a run to go on until the last message. */
    private static final int UNITS = 20_000;

    @SeededTest(runs = SEEDS, usually = 5)
    void shouldEndRightBesideClientsThatSayAnything(RandomGenerator random) {
        for (int left = MESSAGES / SEEDS; left > 0; left -= RUN_MESSAGES) {
            open();
            runBesideHostileClients(Math.min(left, RUN_MESSAGES), random);
        }
    }

    private void runBesideHostileClients(int messages, RandomGenerator random) {
        boolean open = random.nextBoolean();
        boolean wide = random.nextBoolean();
        Work work = (wide ? NeedyWork.wide(cluster.loop(), UNITS) : cluster.work(UNITS)).taking(unit -> Cluster.MILLI);
        cluster.start(open ? work.streaming() : work);
        cluster.join("honest", 2);
        cluster.awaitHeard("w1 on honest joined");
        List<HostileClient> clients = new ArrayList<>();
        for (int number = 0; number < CLIENTS; number++) {
            clients.add(new HostileClient(cluster, random, number));
        }
        int said = 0;
        boolean garbage = false;
        while (said < messages && cluster.heard().end() == null) {
            if (!garbage && said >= messages - messages / 10) {
                garbage = true;
                clients.get(0).sendGarbage();
            }
            for (HostileClient client : clients) {
                said += client.say(BATCH);
            }
            cluster.loop().advance(Cluster.MILLI);
        }
        assertThat(said).as("messages before the end of the run").isGreaterThanOrEqualTo(messages);
        long accepted = cluster.master().core().registry().entries().stream()
                .filter(entry -> entry.host.equals("hostile"))
                .mapToLong(entry -> entry.acceptedUnits)
                .sum();
        assertThat(accepted).as("right results of the clients").isPositive();
        clients.forEach(HostileClient::fallSilent);
        cluster.finishCompletely();
    }

    private Peer registered(String host, long pid, long incarnation) {
        Peer peer = cluster.scripted();
        peer.send(Register.ofSlots(host, 1, "test", pid, incarnation, List.of(), List.of(), -1, List.of()));
        cluster.await("registered", () -> peer.has(Registered.class));
        return peer;
    }

    private static void failUnits(Peer peer, int[] answered, int workers) {
        List<Assign> assigns = peer.received(Assign.class);
        for (int i = answered[0]; i < assigns.size(); i++) {
            AttemptRun run = assigns.get(i).run();
            for (long unit = run.firstUnit(); unit < run.endUnit(); unit++) {
                HeldUnits held = new HeldUnits(run.attemptOf(unit), run.nonce(), unit, 1);
                answered[1]++;
                peer.send(new UnitFailed(
                        assigns.get(i).cycle(),
                        answered[1],
                        held,
                        answered[1] % 2 == 0 ? ErrorCode.CLASS_MISSING : ErrorCode.INTERNAL,
                        "Lie",
                        "it failed",
                        "",
                        workers,
                        RunAges.UNKNOWN,
                        0));
            }
        }
        answered[0] = assigns.size();
    }

    @Test
    void shouldCountOnePeerOnceUnderHoweverManyNames() {
        cluster.start(cluster.work(200).taking(unit -> 10 * Cluster.MILLI));
        cluster.join("honest", 1);
        List<Peer> names = new ArrayList<>();
        List<int[]> answered = new ArrayList<>();
        for (int name = 1; name <= 4; name++) {
            names.add(registered("hostile", 7, 1_000 + name));
            answered.add(new int[2]);
        }
        names.get(0).send(new SubMasterSlots(8));
        for (int round = 0; round < 300; round++) {
            for (int i = 0; i < names.size(); i++) {
                failUnits(names.get(i), answered.get(i), i == 0 ? 1_000 : 1);
            }
            cluster.loop().advance(10 * Cluster.MILLI);
        }
        assertThat(answered.get(1)[1]).as("failures reported").isPositive();
        cluster.finishCompletely();
    }

    @ParameterizedTest
    @EnumSource(
            value = Results.Form.class,
            names = {"COMPLETED", "ACCUMULATED"})
    void shouldRefuseResultsInAFormThatTheRunDoesNotHave(Results.Form form) {
        cluster.start(cluster.work(50));
        Peer peer = registered("hostile", 7, 1_001);
        cluster.await("units", () -> peer.has(Assign.class));
        AttemptRun run = peer.first(Assign.class).run();
        Payload value = form == Results.Form.COMPLETED ? Payload.empty() : Peer.results(0, run.firstUnit(), 1);
        ResultRun one = ResultRun.of(run.firstAttempt(), run.nonce(), run.firstUnit(), 1, 1_000, 0);
        peer.send(new Results(0, 1, 0, 0, form, List.of(one), 0, RunAges.UNKNOWN, value));
        cluster.await("a refusal", () -> peer.has(Problem.class));
        assertThat(peer.first(Problem.class).code()).isEqualTo(ErrorCode.MALFORMED);
        cluster.join("honest", 1);
        cluster.finishCompletely();
    }

    @ParameterizedTest
    @CsvSource({"each, false", "each, true", "sum, false", "end, false"})
    void shouldComputeAgainWhatOnePeerSentGarbageFor(String mode, boolean last) {
        Work work = cluster.work(40, 20).taking(unit -> Cluster.MILLI).results(Work.mode(mode));
        cluster.start(work);
        GarbageSender garbage = new GarbageSender(registered("hostile", 7, 1_001), Work.mode(mode));
        cluster.await("units", garbage::hasUnits);
        cluster.join("honest", 1);
        cluster.awaitHeard("w2 on honest joined");
        if (last) {
            cluster.await("all other results", () -> cluster.counters().accepted() >= 40 - garbage.units());
        }
        garbage.send();
        cluster.await("a refusal", garbage::isRefused);
        cluster.finishCompletely();
        work.assertComplete(mode);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndTheRunWhenTwoPeersSendResultsThatCannotBeDecodedUnlessAnotherOneComputes(boolean another) {
        cluster.start(cluster.work(4).taking(unit -> Cluster.SECOND));
        if (another) {
            cluster.join("honest", 1);
            cluster.awaitHeard("w1 on honest joined");
        }
        List<GarbageSender> senders = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            senders.add(new GarbageSender(registered("hostile-" + i, 7, 1_000 + i), Work.mode("each")));
        }
        for (int round = 0; round < 500 && cluster.heard().end() == null; round++) {
            senders.forEach(GarbageSender::send);
            cluster.loop().advance(10 * Cluster.MILLI);
        }
        if (another) {
            cluster.finishCompletely();
        } else {
            assertThat(cluster.finish().code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end"})
    void shouldComputeAgainAboveWhatAWorkerBelowASubMasterSentGarbageFor(String mode) {
        Work work = cluster.work(40, 20).taking(unit -> Cluster.MILLI).results(Work.mode(mode));
        cluster.start(work);
        cluster.subMaster("s");
        cluster.loop().advance(Cluster.SECOND);
        Peer below = cluster.scripted("s");
        below.register("hostile", 1, 1_001);
        GarbageSender garbage = new GarbageSender(below, Work.mode(mode));
        cluster.await("units", garbage::hasUnits);
        cluster.join("honest", 1);
        cluster.joinBelow("s", "honest below", 1);
        cluster.loop().advance(2 * Cluster.MILLI);
        garbage.send();
        cluster.finishCompletely();
        assertThat(cluster.counters().failed()).isPositive();
        work.assertComplete(mode);
    }

    /** Registers a peer; the returned task ends its session as the network does when the disk has no room. */
    private Runnable filling(String host, long incarnation) {
        List<Runnable> fills = new ArrayList<>();
        cluster.listen("disk", session -> {
            SessionListener listener = cluster.master()
                    .session(session.role(), cluster.master().core().settings().jars());
            fills.add(() -> {
                session.close();
                listener.closed(session, new Closing(ErrorCode.DISK_FULL, "no room", false));
            });
            return listener;
        });
        Peer peer = cluster.scripted("disk");
        peer.register(host, 1, incarnation);
        cluster.await("units", () -> peer.has(Assign.class));
        return fills.get(0);
    }

    @Test
    void shouldGoOnWithoutTheOnePeerThatFillsTheDisk() {
        Work work = cluster.work(40).taking(unit -> Cluster.MILLI);
        cluster.start(work);
        Runnable filling = filling("hostile", 1_001);
        cluster.join("honest", 1);
        cluster.awaitHeard("w2 on honest joined");
        filling.run();
        cluster.finishCompletely();
        work.assertComplete("each");
    }

    @Test
    void shouldGoOnWithoutTwoPeersThatFillTheDiskAndHaveComputedNothing() {
        Work work = cluster.work(40).taking(unit -> Cluster.MILLI);
        cluster.start(work);
        List<Runnable> fillings = List.of(filling("hostile-1", 1_001), filling("hostile-2", 1_002));
        cluster.join("honest", 1);
        cluster.awaitAccepted(1);
        fillings.forEach(Runnable::run);
        cluster.finishCompletely();
        work.assertComplete("each");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldEndTheRunWhenTheDiskIsFullForAllPeersOrTwo(int peers) {
        cluster.start(cluster.work(40));
        List<Runnable> fillings = new ArrayList<>();
        for (int i = 1; i <= peers; i++) {
            fillings.add(filling("hostile-" + i, 1_000 + i));
        }
        if (peers == 2) {
            cluster.join("honest", 1);
            cluster.awaitHeard("w3 on honest joined");
        }
        fillings.forEach(Runnable::run);
        assertThat(cluster.finish().code()).isEqualTo(ErrorCode.DISK_FULL);
    }

    @Test
    void shouldEndTheRunWhenNoOtherPeerIsThere() {
        cluster.start(cluster.work(4));
        GarbageSender garbage = new GarbageSender(registered("hostile", 7, 1_001), Work.mode("each"));
        for (int round = 0; round < 500 && cluster.heard().end() == null; round++) {
            garbage.send();
            cluster.loop().advance(10 * Cluster.MILLI);
        }
        assertThat(cluster.finish().code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
    }
}
