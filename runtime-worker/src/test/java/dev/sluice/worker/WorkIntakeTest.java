package dev.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.Application;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.delivery.ResultBatching;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import dev.sluice.net.session.Loop;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.testing.NoLeaks;
import dev.sluice.worker.outbox.ResultOutbox;
import dev.sluice.worker.sense.HostSensor;
import dev.sluice.worker.slot.OwnThreads;
import dev.sluice.worker.slot.Slot;
import dev.sluice.worker.slot.WorkerThreads;
import dev.sluice.worker.unit.StateLoader;
import dev.sluice.worker.unit.WorkerException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NoLeaks
@Tag("slow")
class WorkIntakeTest {
    private final VirtualLoop loop = new VirtualLoop();
    private final RecordingSession session = new RecordingSession();
    private WorkIntake shop = new WorkIntake(new OwnThreads(loop), 1, () -> {}, e -> {}, why -> {});

    @AfterEach
    void stop() {
        Workshops.stop(shop, session);
    }

    private void open(Application<?, ?, ?> application, long window) throws Exception {
        Workshops.open(shop, session, application, window, UnitTerms.NONE);
    }

    private void openEcho() throws Exception {
        open(new Samples.Echo(), 1 << 20);
        shop.onCycleSetup(new CycleSetup(0, 0, Payload.empty()));
    }

    private void assign(long sequence, AttemptRun run) {
        shop.onAssign(session, Inputs.assign(0, sequence, run), false);
    }

    private TreeSet<Long> computed() {
        return Workshops.computed(session);
    }

    private UnitFailed failureOf(long unit) throws Exception {
        openEcho();
        assign(1, new AttemptRun(5, 9, unit - 1, 1, 3));
        await().until(() ->
                !session.sent(UnitFailed.class).isEmpty() && computed().size() == 2);
        assertThat(computed()).containsExactly(unit - 1, unit + 1);
        UnitFailed failed = session.sent(UnitFailed.class).get(0);
        assertThat(failed.unit()).isEqualTo(new HeldUnits(6, 9, unit, 1));
        assertThat(shop.digest().unitsHeld()).isZero();
        return failed;
    }

    private void answerFailures() {
        Workshops.answerFailures(shop, session);
    }

    @Test
    void shouldBeginNoUnitAfterAFailureUntilTheMasterHasAnsweredIt() throws Exception {
        openEcho();
        assign(1, new AttemptRun(5, 9, Samples.Echo.THROWS, 1, 3));
        await().until(() -> session.sent(UnitFailed.class).size() == 1);
        shop.handBack(session, 10); // which the master asks for before it answers
        List<HeldUnits> back = session.sent(HandedBack.class).get(0).units();
        assertThat(HeldUnits.sum(back)).as("units not begun").isEqualTo(2);
        answerFailures();
        assign(2, new AttemptRun(20, 9, 1_000, 1, 1));
        await().until(() -> computed().contains(1_000L));
    }

    @Test
    void shouldTakeAnAcknowledgementForAnAnswer() throws Exception {
        openEcho();
        assign(1, new AttemptRun(5, 9, Samples.Echo.THROWS, 1, 1));
        assign(2, new AttemptRun(20, 9, 1_000, 1, 1));
        await().until(() -> session.sent(UnitFailed.class).size() == 1);
        shop.onAcknowledge(new Acknowledge(1, 1 << 20, 0, 0));
        await().until(() -> computed().contains(1_000L));
    }

    @Test
    void shouldComputeEveryUnitOnceAndMergeNeighboursInRuns() throws Exception {
        openEcho();
        assign(1, new AttemptRun(5, 9, 0, 10, 60));
        await().until(() -> computed().size() == 600);
        long units = 0;
        for (Results results : session.sent(Results.class)) {
            for (ResultRun run : results.runs()) {
                assertThat(run.attempt()).isEqualTo(5 + run.firstUnit() / 10);
                units += run.units();
            }
        }
        assertThat(units).isEqualTo(600);
        assertThat(session.sent(Results.class)).hasSizeLessThan(60);
    }

    @Test
    void shouldShareTheWorkAmongSlots() throws Exception {
        shop = new WorkIntake(new OwnThreads(loop), 4, () -> {}, e -> {}, why -> {});
        openEcho();
        assign(1, new AttemptRun(5, 9, 10_000, 1, 3_000));
        await().until(() -> computed().size() == 3_000);
        List<Long> sequences =
                session.sent(Results.class).stream().map(Results::sequence).toList();
        assertThat(sequences).isSorted().doesNotHaveDuplicates().startsWith(1L);
    }

    @Test
    void shouldSendTheResultOfALoneUnitAtOnce() throws Exception {
        openEcho();
        assign(1, new AttemptRun(5, 9, 1, 1, 1));
        await().until(() -> computed().size() == 1);
        assertThat(session.sent(Results.class).get(0).assignSequence()).isEqualTo(1);
    }

    @Test
    void shouldReportAUnitThatThrowsWithItsStack() throws Exception {
        UnitFailed failed = failureOf(Samples.Echo.THROWS);
        assertThat(failed.code()).isEqualTo(ErrorCode.UNIT_THREW);
        assertThat(failed.type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(failed.message()).isEqualTo("unit is cursed");
        assertThat(failed.stack()).contains("Samples$Echo.compute").doesNotContain("Slot.");
    }

    @Test
    void shouldReportAUnitThatReturnsNull() throws Exception {
        UnitFailed failed = failureOf(Samples.Echo.NULL);
        assertThat(failed.code()).isEqualTo(ErrorCode.UNIT_RETURNED_NULL);
        assertThat(failed.message()).contains("compute returned null");
    }

    @Test
    void shouldSurviveAUnitWithoutMemory() throws Exception {
        assertThat(failureOf(Samples.Echo.NO_MEMORY).code()).isEqualTo(ErrorCode.UNIT_OUT_OF_MEMORY);
    }

    @Test
    void shouldSurviveAUnitThatRecursesForEver() throws Exception {
        UnitFailed failed = failureOf(Samples.Echo.NO_STACK);
        assertThat(failed.code()).isEqualTo(ErrorCode.UNIT_THREW);
        assertThat(failed.stack()).hasSizeLessThanOrEqualTo(8 * 1024);
    }

    @Test
    void shouldSurviveAUnitWhoseClassIsMissing() throws Exception {
        assertThat(failureOf(Samples.Echo.NO_CLASS).type()).isEqualTo("java.lang.NoClassDefFoundError");
    }

    @Test
    void shouldReportAResultThatCannotBeEncodedAndKeepTheOthersWhole() throws Exception {
        assertThat(failureOf(Samples.Echo.UNCODABLE).code()).isEqualTo(ErrorCode.RESULT_ENCODING);
    }

    @Test
    void shouldReportAnInputThatCannotBeDecoded() throws Exception {
        openEcho();
        Payload inputs = Payload.wrap(ByteBuffer.wrap(new byte[] {3, 1, 1, 1, 8, 5, 0, 0, 0, 0, 0, 0, 0}));
        shop.onAssign(session, new Assign(0, 1, new AttemptRun(1, 9, 0, 1, 2), 0, 2, Lull.NONE, inputs), false);
        await().until(() -> session.sent(UnitFailed.class).size() == 1);
        answerFailures();
        await().until(() -> computed().size() == 1);
        assertThat(session.sent(UnitFailed.class)).hasSize(1);
        assertThat(session.sent(UnitFailed.class).get(0).code()).isEqualTo(ErrorCode.INPUT_ENCODING);
        assertThat(computed()).containsExactly(5L);
    }

    @Test
    void shouldDecodeTheSetupOnceForAllSlotsEvenAfterUnitsCame() throws Exception {
        shop = new WorkIntake(new OwnThreads(loop), 2, () -> {}, e -> {}, why -> {});
        beginCycle(0, 1_000);
        assign(1, new AttemptRun(1, 9, 0, 1, 20));
        open(new Samples.Setup(), 1 << 20);
        await().until(() -> computed().size() == 20);
        assertThat(computed()).startsWith(1_000L);
    }

    private void beginCycle(int cycle, long setup) {
        PayloadEncoder encoder = new PayloadEncoder();
        Inputs.NUMBER.encode(setup, encoder);
        shop.onCycleSetup(new CycleSetup(cycle, 0, encoder.finish()));
    }

    @Test
    void shouldLoadTheStateOnceForAllSlotsAndCycles() throws Exception {
        shop = new WorkIntake(new OwnThreads(loop), 3, () -> {}, e -> {}, why -> {});
        Samples.Stateful application = new Samples.Stateful(0);
        open(application, 1 << 20);
        assertThat(application.loads).hasValue(0);
        beginCycle(0, 1_000);
        assign(1, new AttemptRun(1, 9, 0, 1, 60));
        await().until(() -> computed().size() == 60);
        shop.onCycleEnd(new CycleEnd(0, Lull.NONE));
        beginCycle(1, 2_000);
        shop.onAssign(session, Inputs.assign(1, 2, new AttemptRun(100, 9, 0, 1, 60)), false);
        await().until(() -> computed().size() == 120);
        assertThat(computed()).startsWith(51_000L).contains(52_000L);
        assertThat(application.loads).hasValueLessThan(3);
    }

    /** @return references to the encoded setup after units were computed */
    private int encodedKept(Application<?, ?, ?> application, boolean beforeItIsLoaded) throws Exception {
        UnitTerms terms = new UnitTerms(0, UnitTerms.Isolation.AUTO);
        PayloadEncoder encoder = new PayloadEncoder();
        Inputs.NUMBER.encode(1_000L, encoder);
        Payload setup = encoder.finish();
        if (beforeItIsLoaded) {
            Workshops.attach(shop, session, 1 << 20, terms);
            shop.onCycleSetup(new CycleSetup(0, 0, setup));
            Workshops.load(shop, application);
        } else {
            Workshops.open(shop, session, application, 1 << 20, terms);
            shop.onCycleSetup(new CycleSetup(0, 0, setup));
        }
        assign(1, new AttemptRun(1, 9, 0, 1, 5));
        await().until(() -> computed().size() == 5);
        return setup.segments()[0].refCnt();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotKeepTheEncodedSetupOfAnApplicationThatIsNeverIsolated(boolean beforeItIsLoaded) throws Exception {
        assertThat(encodedKept(new Samples.Stateful(0), beforeItIsLoaded)).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheEncodedSetupOfAnApplicationThatMayBeIsolated(boolean beforeItIsLoaded) throws Exception {
        assertThat(encodedKept(new Samples.Setup(), beforeItIsLoaded)).isOne();
    }

    /** A worker that does not wait between two tries to load its state, and says why it cannot continue. */
    private WorkIntake impatient(int slots, List<WorkerException> failures) {
        return new WorkIntake(
                new Pausing(new OwnThreads(loop), nanos -> {}), slots, () -> {}, failures::add, why -> {});
    }

    /** @param between waits between two tries to load the state */
    private record Pausing(WorkerThreads threads, StateLoader.Pause between) implements WorkerThreads {
        @Override
        public Loop loop() {
            return threads.loop();
        }

        @Override
        public void run(Slot slot) {
            threads.run(slot);
        }

        @Override
        public void pause(long nanos) throws InterruptedException {
            between.pause(nanos);
        }

        @Override
        public ExecutorService collector() {
            return threads.collector();
        }

        @Override
        public long ownNanos() {
            return threads.ownNanos();
        }

        @Override
        public long startedNanos() {
            return threads.startedNanos();
        }

        @Override
        public void watch(HostSensor sensor) {}
    }

    @Test
    void shouldFailNoUnitWhenTheStateIsLoadedAtTheThirdTry() throws Exception {
        List<WorkerException> failures = new ArrayList<>();
        shop = impatient(2, failures);
        Samples.Stateful application = new Samples.Stateful(2);
        open(application, 1 << 20);
        beginCycle(0, 1_000);
        assign(1, new AttemptRun(1, 9, 0, 1, 5));
        await().until(() -> computed().size() == 5);
        loop.advance(0);
        assertThat(failures).isEmpty();
        assertThat(session.sent(UnitFailed.class)).isEmpty();
        assertThat(application.loads).hasValue(3);
    }

    @Test
    void shouldLeaveInsteadOfFailingUnitsWhenTheStateCannotBeLoaded() throws Exception {
        List<WorkerException> failures = new ArrayList<>();
        shop = impatient(2, failures);
        Samples.Stateful application = new Samples.Stateful(Integer.MAX_VALUE);
        open(application, 1 << 20);
        beginCycle(0, 1_000);
        assign(1, new AttemptRun(1, 9, 0, 1, 5));
        await().until(() -> {
            loop.advance(0);
            return !failures.isEmpty();
        });
        assertThat(failures.get(0).code()).isEqualTo(ErrorCode.STATE_NOT_LOADED);
        assertThat(failures.get(0)).hasMessage("loadState threw java.nio.file.NoSuchFileException: points.csv");
        assertThat(session.sent(UnitFailed.class)).isEmpty();
        assertThat(computed()).isEmpty();
        assertThat(application.loads).hasValue(3);
    }

    @Test
    void shouldNotWaitForAnotherTryWhenTheWorkerEnds() throws Exception {
        Pausing untilInterrupted = new Pausing(new OwnThreads(loop), nanos -> new Semaphore(0).acquire());
        shop = new WorkIntake(untilInterrupted, 2, () -> {}, e -> {}, why -> {});
        Samples.Stateful application = new Samples.Stateful(Integer.MAX_VALUE);
        open(application, 1 << 20);
        beginCycle(0, 1_000);
        assign(1, new AttemptRun(1, 9, 0, 1, 5));
        await().until(() -> application.loads.get() == 1);
        shop.stop();
        assertThat(shop.crew().awaitLeft(60_000_000_000L, true)).isTrue();
        assertThat(application.loads).hasValueLessThan(3);
    }

    @Test
    void shouldFailEveryUnitOfACycleWhoseSetupIsBroken() throws Exception {
        open(new Samples.Setup(), 1 << 20);
        shop.onCycleSetup(new CycleSetup(0, 0, Payload.wrap(ByteBuffer.wrap(new byte[] {1}))));
        assign(1, new AttemptRun(1, 9, 0, 1, 3));
        await().until(() -> {
            answerFailures();
            return session.sent(UnitFailed.class).size() == 3;
        });
        assertThat(session.sent(UnitFailed.class))
                .allSatisfy(failed -> assertThat(failed.code()).isEqualTo(ErrorCode.INPUT_ENCODING));
    }

    @Test
    void shouldHandBackWhatIsNotStartedAndSayWhenThatIsNothing() throws Exception {
        openEcho();
        assign(1, new AttemptRun(5, 9, Samples.Echo.WAITS, 1, 10));
        await().until(() -> shop.crew().running().size() == 1 && shop.digest().unitsHeld() == 10);
        shop.handBack(session, 4);
        shop.handBack(session, 100);
        shop.handBack(session, 1);
        assertThat(session.sent(HandedBack.class))
                .extracting(HandedBack::units)
                .containsExactly(
                        List.of(new HeldUnits(11, 9, Samples.Echo.WAITS + 6, 4)),
                        List.of(new HeldUnits(6, 9, Samples.Echo.WAITS + 1, 5)),
                        List.of());
        assertThat(shop.digest().unitsHeld()).isEqualTo(1);
    }

    @Test
    void shouldHandBackUnitsThatCrossedItsLeaving() throws Exception {
        openEcho();
        shop.onAssign(session, Inputs.assign(0, 1, new AttemptRun(5, 9, 40, 1, 2)), true);
        assertThat(session.sent(HandedBack.class))
                .extracting(HandedBack::units)
                .containsExactly(List.of(new HeldUnits(5, 9, 40, 2)));
        assertThat(shop.digest()).isEqualTo(new ResultOutbox.Digest(1, 0, 0));
    }

    @Test
    void shouldSendAFinishedResultThatWaitsBehindALongUnit() throws Exception {
        openEcho();
        assign(1, new AttemptRun(5, 9, Samples.Echo.WAITS - 1, 1, 40));
        await().until(() -> {
            loop.advance(ResultBatching.DEADLINE_NANOS);
            return computed().contains(Samples.Echo.WAITS - 1);
        });
        assertThat(shop.crew().running()).hasSize(1);
    }

    @Test
    void shouldDropEverythingAtTheEndOfACycle() throws Exception {
        openEcho();
        assign(1, new AttemptRun(5, 9, Samples.Echo.WAITS, 1, 10));
        await().until(() -> shop.crew().running().size() == 1);
        shop.onCycleEnd(new CycleEnd(0, Lull.NONE));
        assertThat(shop.digest().unitsHeld()).isZero();
        Samples.Echo.GATE.release();
        shop.onCycleSetup(new CycleSetup(1, 0, Payload.empty()));
        shop.onAssign(session, Inputs.assign(1, 2, new AttemptRun(50, 9, 0, 1, 3)), false);
        await().until(() -> computed().size() == 3);
        assertThat(computed()).containsExactly(0L, 1L, 2L);
        assertThat(session.sent(Results.class))
                .allSatisfy(results -> assertThat(results.cycle()).isEqualTo(1));
    }

    @Test
    void shouldStopWhenTheWindowIsFullAndGoOnAfterAnAcknowledgement() throws Exception {
        open(new Samples.Echo(), 20);
        shop.onCycleSetup(new CycleSetup(0, 0, Payload.empty()));
        assign(1, new AttemptRun(5, 9, 0, 1, 100));
        await().until(() -> {
            List<Results> sent = session.sent(Results.class);
            if (!sent.isEmpty()) {
                long open = sent.get(sent.size() - 1).sequence();
                long bytes = sent.get(sent.size() - 1).results().size();
                assertThat(bytes).isPositive();
                shop.onAcknowledge(new Acknowledge(open, 20, 0, 0));
            }
            return computed().size() == 100;
        });
    }

    @Test
    void shouldRefuseUnitsWithoutASetup() {
        refuses(ErrorCode.UNEXPECTED_MESSAGE, Inputs.assign(0, 1, new AttemptRun(1, 9, 0, 1, 2)));
    }

    @Test
    void shouldRefuseInputsThatAreShorterOrLongerThanDeclared() {
        shop.onCycleSetup(new CycleSetup(0, 0, Payload.empty()));
        AttemptRun run = new AttemptRun(1, 9, 0, 1, 3);
        refuses(ErrorCode.MALFORMED, new Assign(0, 1, run, 0, 3, Lull.NONE, Inputs.numbers(0, 2)));
        refuses(ErrorCode.MALFORMED, new Assign(0, 1, run, 0, 3, Lull.NONE, Inputs.numbers(0, 4)));
        refuses(ErrorCode.MALFORMED, new Assign(0, 1, run, 0, 3, Lull.NONE, Payload.empty()));
        assertThat(shop.digest().unitsHeld()).isZero();
    }

    @Test
    void shouldRefuseUnitsItHoldsAlready() {
        shop.onCycleSetup(new CycleSetup(0, 0, Payload.empty()));
        assign(1, new AttemptRun(1, 9, 0, 1, 3));
        refuses(ErrorCode.MALFORMED, Inputs.assign(0, 2, new AttemptRun(7, 9, 2, 1, 3)));
    }

    private void refuses(ErrorCode code, Assign assign) {
        assertThatThrownBy(() -> shop.onAssign(session, assign, false))
                .isInstanceOfSatisfying(
                        WorkerException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
