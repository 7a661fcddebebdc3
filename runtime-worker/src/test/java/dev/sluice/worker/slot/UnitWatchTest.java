package dev.sluice.worker.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.testing.NoLeaks;
import dev.sluice.worker.Ending;
import dev.sluice.worker.Inputs;
import dev.sluice.worker.Samples;
import dev.sluice.worker.WorkIntake;
import dev.sluice.worker.Workshops;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@NoLeaks
class UnitWatchTest {
    private static final long TIMEOUT_NANOS = 30_000_000_000L;
    private static final long DEAF = Samples.Echo.DEAF;
    private static final long WAITS = Samples.Echo.WAITS;

    private final VirtualLoop loop = new VirtualLoop();
    private final RecordingSession session = new RecordingSession();
    private final List<Ending> clogged = new ArrayList<>();
    private final WorkIntake shop = new WorkIntake(new OwnThreads(loop), 1, () -> {}, e -> {}, clogged::add);

    @BeforeEach
    void open() throws Exception {
        Samples.Echo.RELEASED.set(false);
        Samples.Echo.ENTERED.set(-1);
        UnitTerms terms = new UnitTerms(TIMEOUT_NANOS, UnitTerms.Isolation.OFF);
        Workshops.open(shop, session, new Samples.Echo(), 1 << 20, terms);
        shop.onCycleSetup(new CycleSetup(0, 0, Payload.empty()));
    }

    @AfterEach
    void stop() {
        Samples.Echo.RELEASED.set(true);
        Workshops.stop(shop, session);
    }

    private void assign(long first, int units) {
        shop.onAssign(session, Inputs.assign(0, 1, new AttemptRun(5, 9, first, 1, units)), false);
    }

    /** The units whose results were sent, while a master answers what failed. */
    private TreeSet<Long> computed() {
        Workshops.answerFailures(shop, session);
        return Workshops.computed(session);
    }

    private List<UnitFailed> failures() {
        return session.sent(UnitFailed.class);
    }

    /** Waits until the application computes the unit: the watch does not count the time of its slot before. */
    private void awaitComputing(long unit) {
        Workshops.answerFailures(shop, session);
        await().until(() -> Samples.Echo.ENTERED.get() == unit);
    }

    @Test
    void shouldInterruptAUnitThatTakesTooLongAndGoOnWithTheNext() {
        assign(WAITS, 2);
        awaitComputing(WAITS);
        loop.advance(TIMEOUT_NANOS + UnitWatch.OBEY_NANOS / 2);
        await().until(() -> computed().contains(WAITS + 1));
        assertThat(failures()).hasSize(1);
        assertThat(failures().get(0).unit().firstUnit()).isEqualTo(WAITS);
        assertThat(failures().get(0).code()).isEqualTo(ErrorCode.UNIT_TIMEOUT);
        assertThat(failures().get(0).message()).contains("longer than 30 s", "interrupted");
        assertThat(failures().get(0).stack()).contains("Samples$Echo.compute");
    }

    @Test
    void shouldLetAUnitRunThatHasTimeLeft() {
        assign(WAITS, 1);
        awaitComputing(WAITS);
        loop.advance(TIMEOUT_NANOS - 1_000_000_000L);
        Samples.Echo.GATE.release();
        await().until(() -> computed().contains(WAITS));
        assertThat(failures()).isEmpty();
    }

    @Test
    void shouldNotCountTimeInWhichTheProcessWasStopped() {
        assign(WAITS, 1);
        awaitComputing(WAITS);
        loop.advance(1_000_000_000L);
        loop.pause(10 * TIMEOUT_NANOS);
        loop.advance(1_000_000_000L);
        Samples.Echo.GATE.release();
        await().until(() -> computed().contains(WAITS));
        assertThat(failures()).isEmpty();
    }

    @Test
    void shouldFailAUnitThatReturnsTooLateByItself() {
        assign(DEAF, 2);
        awaitComputing(DEAF);
        loop.advance(TIMEOUT_NANOS + UnitWatch.OBEY_NANOS / 2);
        Samples.Echo.RELEASED.set(true);
        await().until(() -> computed().contains(DEAF + 1));
        assertThat(computed()).doesNotContain(DEAF);
        assertThat(failures()).hasSize(1);
        assertThat(failures().get(0).message()).contains("longer than 30 s", "then returned");
    }

    @Test
    void shouldPutAnotherSlotInThePlaceOfOneThatHeedsNoInterruptAndNeverSendItsResult() {
        assign(DEAF + 99, 3);
        awaitComputing(DEAF + 99);
        loop.advance(TIMEOUT_NANOS + 2 * UnitWatch.OBEY_NANOS);
        await().until(() -> computed().size() == 2);
        assertThat(computed()).containsExactly(DEAF + 100, DEAF + 101);
        assertThat(failures()).hasSize(1);
        assertThat(failures().get(0).code()).isEqualTo(ErrorCode.UNIT_TIMEOUT);
        assertThat(failures().get(0).message()).contains("did not stop");
        assertThat(failures().get(0).stack()).contains("Samples$Echo.deaf").doesNotContain("Slot.");
        assertThat(shop.digest().unitsHeld()).isZero();

        Samples.Echo.RELEASED.set(true);
        assign(40, 1);
        await().until(() -> computed().contains(40L));
        assertThat(computed()).doesNotContain(DEAF + 99);
        assertThat(shop.crew().units()).isEqualTo(3);
        assertThat(clogged).isEmpty();
    }

    @Test
    void shouldKeepTheResultThatWaitedBehindTheUnitThatNeverEnds() {
        assign(DEAF - 1, 3);
        awaitComputing(DEAF);
        loop.advance(TIMEOUT_NANOS + 2 * UnitWatch.OBEY_NANOS);
        await().until(() -> computed().contains(DEAF - 1));
    }

    @Test
    void shouldSayThatItShouldLeaveWhenTooManyUnitsHoldOnToTheirThreads() {
        assign(DEAF, 6);
        for (int stuck = 0; stuck < 5; stuck++) {
            assertThat(clogged).isEmpty();
            awaitComputing(DEAF + stuck);
            loop.advance(TIMEOUT_NANOS + 2 * UnitWatch.OBEY_NANOS);
        }
        assertThat(failures()).hasSize(5);
        assertThat(clogged).hasSize(1);
        assertThat(clogged.get(0).code()).isEqualTo(ErrorCode.WORKER_CLOGGED);
        assertThat(shop.crew().hasLeft()).isTrue();
        assertThat(shop.digest().unitsHeld()).isEqualTo(1);
    }
}
