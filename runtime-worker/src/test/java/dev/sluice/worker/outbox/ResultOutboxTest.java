package dev.sluice.worker.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Hosted;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.parent.Outgoing;
import dev.sluice.net.parent.RunEnds;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.worker.Inputs;
import dev.sluice.worker.Samples;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResultOutboxTest {
    private static final AttemptRun RUN = new AttemptRun(1, 9, 0, 1, 100);

    private final ResultOutbox outbox = new ResultOutbox(1 << 20, System::nanoTime);
    private final RecordingSession session = new RecordingSession();

    @BeforeEach
    void attach() {
        outbox.attach(session, 100, 0, List.of());
        outbox.beginCycle(3);
        outbox.assigned(1, RUN, 0, 100, System.nanoTime());
    }

    @AfterEach
    void release() {
        outbox.close();
        session.release();
    }

    private static Outgoing batch(int cycle, long firstUnit, int units, int bytes) {
        ResultRun run = ResultRun.of(RUN.attemptOf(firstUnit), 9, firstUnit, units, 5, 0);
        return new Outgoing.Batch(cycle, List.of(run), Payload.wrap(ByteBuffer.allocate(bytes)));
    }

    private static List<Long> sequences(RecordingSession session) {
        return session.sent().stream().map(ResultOutboxTest::sequence).toList();
    }

    private static long sequence(Message message) {
        return message instanceof Results results ? results.sequence() : ((UnitFailed) message).sequence();
    }

    private Thread sender(Outgoing what) {
        Thread thread = new Thread(() -> outbox.send(what), "sender");
        thread.start();
        return thread;
    }

    @Test
    void shouldNumberResultsAndFailuresFromOneCountInTheOrderOfSending() {
        outbox.send(batch(3, 0, 2, 10));
        outbox.send(Outgoing.Failure.of(3, new HeldUnits(3, 9, 2, 1), ErrorCode.UNIT_THREW, "T", "m", "s", 1));
        outbox.send(batch(3, 3, 1, 10));
        assertThat(sequences(session)).containsExactly(1L, 2L, 3L);
        assertThat(outbox.digest()).isEqualTo(new ResultOutbox.Digest(1, 3, 96));
    }

    @Test
    void shouldHoldSlotsBackWhenTheWindowIsFullUntilAnAcknowledgement() throws Exception {
        outbox.send(batch(3, 0, 1, 60));
        Thread sender = sender(batch(3, 1, 1, 60));
        await().until(() -> sender.getState() == Thread.State.WAITING);
        assertThat(session.sent()).hasSize(1);
        outbox.acknowledged(1, 100, 0);
        sender.join();
        assertThat(session.sent()).hasSize(2);
    }

    @Test
    void shouldSendOneLargerResultWhenNothingElseIsOnTheWay() throws Exception {
        outbox.send(batch(3, 0, 1, 5_000));
        assertThat(session.sent()).hasSize(1);
        Thread sender = sender(batch(3, 1, 1, 1));
        await().until(() -> sender.getState() == Thread.State.WAITING);
        outbox.acknowledged(1, 100, 0);
        sender.join();
    }

    @Test
    void shouldKeepResultsUntilAcknowledgedAndSendThemAgainInOrderOnTheNextSession() {
        outbox.send(batch(3, 0, 1, 10));
        outbox.send(batch(3, 1, 1, 10));
        outbox.acknowledged(1, 100, 0);
        outbox.detach();
        outbox.send(batch(3, 2, 1, 10));
        ResultOutbox.Holdings holdings = outbox.holdings();
        assertThat(holdings.cycle()).isEqualTo(3);
        assertThat(holdings.finished()).extracting(ResultRun::firstUnit).containsExactly(1L, 2L);
        assertThat(holdings.working()).containsExactly(new HeldUnits(4, 9, 3, 97));
        RecordingSession next = new RecordingSession();
        outbox.attach(next, 100, 0, List.of());
        assertThat(sequences(next)).containsExactly(1L, 2L);
        assertThat(outbox.delivered()).isFalse();
        outbox.acknowledged(2, 100, 0);
        assertThat(outbox.delivered()).isTrue();
    }

    @Test
    void shouldForgetWhatTheMasterNamesToDrop() {
        outbox.send(batch(3, 0, 2, 10));
        outbox.detach();
        RecordingSession next = new RecordingSession();
        outbox.attach(next, 100, 0, List.of(new HeldUnits(1, 9, 0, 2), new HeldUnits(51, 9, 50, 50)));
        assertThat(next.sent()).isEmpty();
        assertThat(outbox.held()).containsExactly(new HeldUnits(3, 9, 2, 48));
    }

    @Test
    void shouldDropResultsOfAnEndedCycleAndLetItsSlotsGo() throws Exception {
        outbox.send(batch(3, 0, 1, 100));
        Thread sender = sender(batch(3, 1, 1, 100));
        await().until(() -> sender.getState() == Thread.State.WAITING);
        outbox.endCycle();
        sender.join();
        outbox.send(batch(3, 2, 1, 10));
        assertThat(session.sent()).hasSize(1);
        assertThat(outbox.digest().unitsHeld()).isZero();
        outbox.detach();
        assertThat(outbox.holdings()).isEqualTo(new ResultOutbox.Holdings(-1, List.of(), List.of()));
    }

    @Test
    void shouldRefuseAnAcknowledgementOfWhatWasNeverSent() {
        outbox.send(batch(3, 0, 1, 10));
        assertThat(outbox.acknowledged(2, 100, 0)).isFalse();
        assertThat(outbox.delivered()).isFalse();
    }

    @Test
    void shouldNotWaitWithoutRoomWhenAskedNotTo() {
        outbox.send(batch(3, 0, 1, 90));
        outbox.sendIfRoom(20, () -> batch(3, 1, 1, 20));
        assertThat(session.sent()).hasSize(1);
        outbox.sendIfRoom(10, () -> batch(3, 1, 1, 10));
        assertThat(session.sent()).hasSize(2);
    }

    @Test
    void shouldLetEverybodyGoWhenClosed() throws Exception {
        outbox.send(batch(3, 0, 1, 100));
        Thread sender = sender(batch(3, 1, 1, 100));
        await().until(() -> sender.getState() == Thread.State.WAITING);
        outbox.close();
        sender.join();
        assertThat(outbox.delivered()).isTrue();
    }

    @Test
    void shouldOfferALargeResultAndSendItWhenItIsGranted() {
        RecordingSession next = new RecordingSession();
        outbox.attach(next, 1_000, 50, List.of());
        outbox.send(batch(3, 0, 1, 60));
        outbox.send(batch(3, 1, 1, 10));
        assertThat(next.sent(Offer.class)).containsExactly(new Offer(1, 60, false));
        assertThat(next.sent(Results.class)).extracting(Results::offer).containsExactly(0L);
        assertThat(outbox.digest().unitsHeld())
                .as("what is offered is still owed")
                .isEqualTo(99);
        assertThat(outbox.acknowledged(1, 1_000, 0)).isTrue();
        assertThat(outbox.delivered()).isFalse();
        outbox.granted(1);
        outbox.granted(1);
        outbox.granted(7);
        assertThat(next.sent(Results.class)).extracting(Results::offer).containsExactly(0L, 1L);
        assertThat(outbox.digest()).isEqualTo(new ResultOutbox.Digest(0, 2, 98));
        assertThat(outbox.acknowledged(2, 1_000, 0)).isTrue();
        assertThat(outbox.delivered()).isTrue();
        next.release();
    }

    /** A grant for it would stay with the master, because the message of a failure names none. */
    @Test
    void shouldSendAFailureWithALongTextWithoutAnOffer() {
        RecordingSession next = new RecordingSession();
        outbox.attach(next, 1_000, 50, List.of());
        outbox.send(
                Outgoing.Failure.of(3, new HeldUnits(3, 9, 2, 1), ErrorCode.UNIT_THREW, "T", "m", "s".repeat(100), 1));
        assertThat(next.sent(Offer.class)).isEmpty();
        assertThat(next.sent(UnitFailed.class)).hasSize(1);
        outbox.detach();
        RecordingSession another = new RecordingSession();
        outbox.attach(another, 1_000, 50, List.of());
        assertThat(another.sent(Offer.class)).isEmpty();
        assertThat(another.sent(UnitFailed.class)).hasSize(1);
        next.release();
        another.release();
    }

    @Test
    void shouldAnswerTheGrantOfWhatIsNotWantedAnyMoreWithNothing() {
        RecordingSession next = new RecordingSession();
        outbox.attach(next, 1_000, 50, List.of());
        outbox.send(batch(3, 0, 1, 60));
        outbox.drop(List.of(new HeldUnits(1, 9, 0, 1)));
        outbox.granted(1);
        outbox.granted(1);

        assertThat(next.sent(Results.class)).singleElement().satisfies(results -> {
            assertThat(results.offer()).isEqualTo(1);
            assertThat(results.sequence()).isEqualTo(1);
            assertThat(results.runs()).isEmpty();
        });
        assertThat(outbox.acknowledged(1, 1_000, 0)).isTrue();
        assertThat(outbox.delivered()).isTrue();
        next.release();
    }

    /** The master was offered a value of a cycle that its predecessor ended: it cannot know that nothing will come. */
    @Test
    void shouldAnswerTheGrantOfAnEarlierCyclesValueWithNothing() {
        RecordingSession first = new RecordingSession();
        outbox.attach(first, 1_000, 50, List.of());
        ResultRun run = ResultRun.of(1, 9, 0, 1, 5, 0);
        outbox.send(new Outgoing.Accumulated(3, List.of(run), Payload.wrap(ByteBuffer.allocate(60))));
        outbox.granted(1);
        outbox.detach();
        RecordingSession next = new RecordingSession();
        outbox.attach(next, 1_000, 50, List.of(new HeldUnits(1, 9, 0, 1)));
        assertThat(next.sent(Offer.class)).containsExactly(new Offer(1, 60, false));
        outbox.beginCycle(4);
        outbox.granted(1);
        outbox.granted(1);
        outbox.send(batch(4, 0, 1, 60));
        outbox.granted(2);

        assertThat(next.sent(Results.class)).extracting(Results::offer).containsExactly(1L, 2L);
        assertThat(next.sent(Results.class)).extracting(Results::sequence).containsExactly(1L, 2L);
        assertThat(next.sent(Results.class).get(0).runs()).isEmpty();
        assertThat(outbox.acknowledged(2, 1_000, 0)).isTrue();
        assertThat(outbox.delivered()).isTrue();
        first.release();
        next.release();
    }

    @Test
    void shouldForgetInANewSessionWhatWasDroppedInTheOneBefore() {
        RecordingSession first = new RecordingSession();
        outbox.attach(first, 1_000, 50, List.of());
        outbox.send(batch(3, 0, 1, 60));
        outbox.endCycle();
        outbox.detach();
        RecordingSession next = new RecordingSession();
        outbox.attach(next, 1_000, 50, List.of());
        outbox.granted(1);
        assertThat(next.sent()).isEmpty();
        first.release();
        next.release();
    }

    @Test
    void shouldOfferAgainInANewSessionWhatWasNotAcknowledged() {
        RecordingSession first = new RecordingSession();
        outbox.attach(first, 1_000, 50, List.of());
        outbox.send(batch(3, 0, 1, 60));
        outbox.send(batch(3, 1, 1, 70));
        outbox.granted(2);
        outbox.detach();
        assertThat(outbox.holdings().finished())
                .extracting(ResultRun::firstUnit)
                .containsExactlyInAnyOrder(0L, 1L);
        RecordingSession next = new RecordingSession();
        outbox.attach(next, 1_000, 50, List.of());
        assertThat(next.sent(Offer.class)).containsExactly(new Offer(1, 60, false), new Offer(2, 70, false));
        assertThat(next.sent(Results.class)).isEmpty();
        outbox.endCycle();
        assertThat(next.sent(Results.class)).isEmpty();
        assertThat(outbox.delivered()).isTrue();
        first.release();
        next.release();
    }

    @Test
    void shouldKeepResultsUntilTheyAreCollectedAndSayMeanwhileWhatIsComputed() {
        outbox.mode(true, null, e -> {});
        outbox.send(batch(3, 0, 2, 60));
        outbox.send(batch(3, 2, 1, 60));
        assertThat(session.sent(Results.class)).extracting(Results::form).containsOnly(Results.Form.COMPLETED);
        assertThat(outbox.digest().unitsHeld()).isEqualTo(97);
        outbox.acknowledged(2, 1_000, 0);
        outbox.detach();
        assertThat(outbox.holdings().working()).containsExactly(new HeldUnits(4, 9, 3, 97), new HeldUnits(1, 9, 0, 3));
        assertThat(outbox.holdings().finished()).isEmpty();
        RecordingSession next = new RecordingSession();
        outbox.attach(next, 1_000, 0, List.of());
        assertThat(next.sent(Results.class)).extracting(Results::form).containsExactly(Results.Form.COMPLETED);
        outbox.sendKept(3);
        assertThat(next.sent(Results.class))
                .extracting(Results::form)
                .containsExactly(Results.Form.COMPLETED, Results.Form.EACH, Results.Form.EACH);
        assertThat(outbox.keepsSome()).isFalse();
        next.release();
    }

    /** The next master gave unit 0 to another worker, which was lost, and then to this one. */
    @Test
    void shouldNameAUnitTwiceThatItAccumulatedTwice() throws Exception {
        accumulate();
        ResultRun first = ResultRun.of(1, 9, 0, 10, 5, 0);
        outbox.send(new Outgoing.Fold(3, List.of(first), RunEnds.UNKNOWN, 45L));
        outbox.drop(List.of(new HeldUnits(1, 9, 0, 1)));
        ResultRun again = ResultRun.of(200, 8, 0, 1, 5, 0);
        outbox.assigned(2, new AttemptRun(200, 8, 0, 1, 1), 0, 1, System.nanoTime());
        outbox.send(new Outgoing.Fold(3, List.of(again), RunEnds.UNKNOWN, 0L));

        assertThat(outbox.holdings().working()).contains(first.held(), again.held());
        outbox.sendKept(3);
        assertThat(session.sent(Results.class)).last().satisfies(value -> {
            assertThat(value.form()).isEqualTo(Results.Form.ACCUMULATED);
            assertThat(value.runs()).containsExactly(first, again);
        });
    }

    /** A master that took the run over goes back, and begins the cycle once more. */
    @Test
    void shouldAccumulateAnewWhenACycleBeginsAgain() throws Exception {
        accumulate();
        outbox.send(new Outgoing.Fold(3, List.of(ResultRun.of(1, 9, 0, 10, 5, 0)), RunEnds.UNKNOWN, 45L));
        outbox.beginCycle(2);
        outbox.beginCycle(3);
        ResultRun again = ResultRun.of(1, 8, 0, 2, 5, 0);
        outbox.assigned(2, new AttemptRun(1, 8, 0, 2, 2), 0, 2, System.nanoTime());
        outbox.send(new Outgoing.Fold(3, List.of(again), RunEnds.UNKNOWN, 1L));
        outbox.sendKept(3);

        assertThat(session.sent(Results.class)).last().satisfies(value -> {
            assertThat(value.form()).isEqualTo(Results.Form.ACCUMULATED);
            assertThat(value.runs()).containsExactly(again);
            assertThat(value.results().decoder().readSized(Inputs.NUMBER)).isEqualTo(1L);
        });
    }

    @SuppressWarnings("unchecked")
    private void accumulate() throws Exception {
        outbox.mode(
                true,
                new Accumulating(
                        (Hosted<Object, Object, Object>) (Hosted<?, ?, ?>) Hosted.of(new Samples.Echo()),
                        (Accumulation<Object>) (Accumulation<?>) Accumulation.exact(0L, Long::sum)),
                e -> {});
    }
}
