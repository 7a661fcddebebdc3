package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Accumulation;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunFacts;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.payload.Payload;
import dev.sluice.testing.NoLeaks;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Results that are nobody's or somebody else's, sent by a worker that has every right to be there: the master counts
 * them, acknowledges them so that the sender can forget them, and never accepts them.
 */
@NoLeaks
class ClusterForeignResultsTest extends ClusterCase {
    private static final int UNITS = 500;

    private Work work;

    @BeforeEach
    void begin() {
        work = cluster.work(UNITS);
    }

    private Peer working(String host, long incarnation) {
        if (work.calls().isEmpty()) {
            cluster.start(work);
        }
        Peer peer = registered(host, incarnation);
        cluster.await("units", () -> peer.has(Assign.class));
        return peer;
    }

    private static AttemptRun assigned(Peer peer) {
        return peer.first(Assign.class).run();
    }

    /** The result of the first unit of these attempts. */
    private static ResultRun first(AttemptRun run) {
        return ResultRun.of(run.firstAttempt(), run.nonce(), run.firstUnit(), 1, 1_000, 0);
    }

    private static void send(Peer peer, long sequence, List<ResultRun> runs, Payload bytes) {
        send(peer, sequence, Results.Form.EACH, runs, bytes);
    }

    private static void send(Peer peer, long sequence, Results.Form form, List<ResultRun> runs, Payload bytes) {
        peer.send(new Results(0, sequence, 0, 0, form, runs, 0, RunAges.UNKNOWN, bytes));
    }

    /** Results of one unit each, which are wrong. */
    private static Payload forged(int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * 9);
        for (int i = 0; i < count; i++) {
            bytes.put((byte) Long.BYTES).putLong(-1);
        }
        return Payload.wrap(bytes.flip());
    }

    /** The right result of the first unit of these attempts. */
    private static Payload right(AttemptRun run) {
        ByteBuffer bytes = ByteBuffer.allocate(9);
        bytes.put((byte) Long.BYTES).putLong(Work.result(0, run.firstUnit()));
        return Payload.wrap(bytes.flip());
    }

    private void awaitAcknowledged(Peer peer, long sequence) {
        cluster.await(
                "acknowledgement of " + sequence,
                () -> peer.received(Acknowledge.class).stream().anyMatch(each -> each.sequence() >= sequence));
    }

    private void finishByAnHonestWorker(Peer... leaving) {
        for (Peer peer : leaving) {
            peer.send(new Goodbye(ErrorCode.NONE, "left"));
        }
        cluster.join("honest", 1);
        cluster.finishCompletely();
        if (work.totals().isEmpty()) {
            assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(UNITS));
        } else {
            assertThat(work.totals()).containsExactly(ClusterTest.sum(0, UNITS));
        }
    }

    private void awaitRefused(Peer forger) {
        cluster.await("the refusal", forger::isClosed);
        assertThat(forger.first(Problem.class).code()).isEqualTo(ErrorCode.MALFORMED);
        assertThat(forger.first(Problem.class).text()).startsWith("results: ");
    }

    @Test
    void shouldAcknowledgeAndForgetResultsOfAttemptsThatAreNotTheSenders() {
        Peer forger = working("forger", 77);
        Peer victim = working("victim", 78);
        AttemptRun theirs = assigned(victim);
        AttemptRun own = assigned(forger);
        AttemptRun otherNonce =
                new AttemptRun(own.firstAttempt(), own.nonce() + 1, own.firstUnit(), own.chunkUnits(), own.chunks());
        AttemptRun unheardOf = new AttemptRun(1L << 40, own.nonce(), own.firstUnit(), 1, 1);
        send(forger, 1, List.of(first(theirs)), forged(1));
        send(forger, 2, List.of(first(otherNonce)), forged(1));
        send(forger, 3, List.of(first(unheardOf)), forged(1));
        awaitAcknowledged(forger, 3);
        finishByAnHonestWorker(forger, victim);
        assertThat(cluster.counters().notOwner()).isEqualTo(1);
        assertThat(cluster.counters().unknown()).isEqualTo(2);
    }

    @Test
    void shouldAcceptAUnitOnceThatIsSentSeveralTimesInOneMessage() {
        Peer forger = working("forger", 77);
        AttemptRun own = assigned(forger);
        ResultRun nobodys = first(new AttemptRun(1L << 40, own.nonce(), own.firstUnit(), 1, 1));
        ByteBuffer bytes = ByteBuffer.allocate(27);
        bytes.put((byte) Long.BYTES).putLong(-1);
        bytes.put((byte) Long.BYTES).putLong(Work.result(0, own.firstUnit()));
        bytes.put((byte) Long.BYTES).putLong(-1);
        send(forger, 1, List.of(nobodys, first(own), first(own)), Payload.wrap(bytes.flip()));
        awaitAcknowledged(forger, 1);
        finishByAnHonestWorker(forger);
        assertThat(cluster.counters().unknown()).isEqualTo(1);
        assertThat(cluster.counters().duplicates()).isEqualTo(1);
    }

    /** One byte too few, one too many, none at all, and a length without end: the run does not suffer for any. */
    @Test
    void shouldRefuseWorkersWhoseResultsDoNotAddUpAndGoOnWithoutThem() {
        byte[][] faulty = {{2, 0}, {1, 0, 0}, {}, {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}};
        for (int each = 0; each < faulty.length; each++) {
            Peer forger = working("forger" + each, 77 + each);
            send(forger, 1, List.of(first(assigned(forger))), Payload.wrap(ByteBuffer.wrap(faulty[each])));
            awaitRefused(forger);
        }
        finishByAnHonestWorker();
        assertThat(cluster.heard().lines()).contains("w1 on forger0 left: " + ErrorCode.MALFORMED);
    }

    /** The same faults, and two values for one; then a value for each unit, in a run that takes one for all. */
    @Test
    void shouldRefuseWorkersWhoseAccumulatedValuesDoNotAddUpAndGoOnWithoutThem() {
        work.results(Accumulation.exact(0L, Long::sum));
        byte[][] faulty = {{2, 0}, {1, 0, 0}, {}, {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}, {1, 0, 1, 0}};
        for (int each = 0; each <= faulty.length; each++) {
            Peer forger = working("forger" + each, 77 + each);
            List<ResultRun> run = List.of(first(assigned(forger)));
            send(forger, 1, Results.Form.COMPLETED, run, Payload.empty());
            if (each < faulty.length) {
                send(forger, 2, Results.Form.ACCUMULATED, run, Payload.wrap(ByteBuffer.wrap(faulty[each])));
            } else {
                send(forger, 2, Results.Form.EACH, run, right(assigned(forger)));
            }
            awaitRefused(forger);
        }
        finishByAnHonestWorker();
    }

    /** A value counts as a whole or not at all: for units that are the sender's, and once each. */
    @Test
    void shouldTakeNoAccumulatedValueOfUnitsThatAreNotTheSenders() {
        work.results(Accumulation.exact(0L, Long::sum));
        Peer forger = working("forger", 77);
        Peer victim = working("victim", 78);
        ResultRun own = first(assigned(forger));
        ResultRun theirs = first(assigned(victim));
        send(victim, 1, Results.Form.COMPLETED, List.of(theirs), Payload.empty());
        send(forger, 1, Results.Form.COMPLETED, List.of(own, own, theirs), Payload.empty());
        send(forger, 2, Results.Form.ACCUMULATED, List.of(theirs), forged(1));
        send(forger, 3, Results.Form.ACCUMULATED, List.of(own, theirs), forged(1));
        send(forger, 4, Results.Form.ACCUMULATED, List.of(own, own), forged(1));
        send(forger, 5, Results.Form.ACCUMULATED, List.of(), forged(1));
        awaitAcknowledged(forger, 5);
        finishByAnHonestWorker(forger, victim);
    }

    /** The run takes the result of each unit when it is computed: neither of the other forms is one of its own. */
    @ParameterizedTest
    @EnumSource(
            value = Results.Form.class,
            names = {"COMPLETED", "ACCUMULATED"})
    void shouldRefuseResultsInAFormThatTheRunDoesNotTake(Results.Form form) {
        Peer forger = working("forger", 77);
        Payload bytes = form == Results.Form.COMPLETED ? Payload.empty() : forged(1);
        send(forger, 1, form, List.of(first(assigned(forger))), bytes);
        awaitRefused(forger);
        finishByAnHonestWorker();
    }

    /** Ages that no unit of this run can have change neither what is accepted nor the time axis of the page. */
    @ParameterizedTest
    @ValueSource(longs = {0, 31_536_000_000_000L, Long.MAX_VALUE / 1_000, Long.MAX_VALUE})
    void shouldAcceptResultsWhateverTheirAge(long ageMicros) {
        Peer peer = working("odd", 1);
        AttemptRun run = assigned(peer);
        RunAges ages = new RunAges(1, List.of(ageMicros));
        peer.send(new Results(0, 1, 0, 0, Results.Form.EACH, List.of(first(run)), 0, ages, right(run)));
        awaitAcknowledged(peer, 1);
        RunCore core = cluster.master().core();
        RunFacts facts = new RunFacts(
                new RunView.About(RunView.Kind.LIVE, "r", "a", List.of(), "", "m", "SS", "", "", "", "", -1),
                new RunView.Overview(0, 0, 1, 0, false, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, "", null, List.of()),
                List.of(),
                IdleLedger.NONE,
                null,
                List.of(),
                CourseView.NONE);
        RunView view =
                core.recording().recorder().view(0, facts, core.recording().since(core.nanoTime()));
        assertThat(view.bands().seconds()).isLessThan(1);
        assertThat(view.series().seconds()).isLessThan(1);
        assertThat(core.progress().snapshot().counters().accepted()).isEqualTo(1);
    }
}
