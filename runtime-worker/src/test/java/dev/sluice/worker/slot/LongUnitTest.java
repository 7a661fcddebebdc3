package dev.sluice.worker.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.payload.Payload;
import dev.sluice.testing.NoLeaks;
import dev.sluice.worker.FakeLoop;
import dev.sluice.worker.FakeSession;
import dev.sluice.worker.Inputs;
import dev.sluice.worker.Samples;
import dev.sluice.worker.WorkIntake;
import dev.sluice.worker.Workshops;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@NoLeaks
class LongUnitTest {
    private static final long WAITS = Samples.Echo.WAITS;

    private final FakeLoop loop = new FakeLoop();
    private final FakeSession session = new FakeSession();
    private final WorkIntake shop = new WorkIntake(new OwnThreads(loop), 2, () -> {}, e -> {}, e -> {});

    @BeforeEach
    void open() throws Exception {
        UnitTerms terms = new UnitTerms(0, UnitTerms.Isolation.OFF);
        Workshops.open(shop, session, new Samples.Echo(), 1 << 20, terms);
        shop.onCycleSetup(new CycleSetup(3, 0, Payload.empty()));
    }

    @AfterEach
    void stop() {
        Workshops.stop(shop, session);
    }

    private List<LongUnit> reported() {
        return shop.crew().longUnits(loop.nanoTime(), "here", 42);
    }

    /** Tells whether the slot has entered the unit that waits. */
    private boolean isStuck(Slot slot) {
        HeldUnits unit = slot.computing();
        return unit != null && unit.firstUnit() == WAITS && slot.clock().sinceEntered(loop.nanoTime() + 1) > 0;
    }

    @Test
    void shouldReportAUnitFromAMinuteOnUntilItEnds() {
        shop.onAssign(session, Inputs.assign(3, 1, new AttemptRun(5, 9, WAITS, 1, 2)), false);
        await().until(() -> shop.crew().slots().stream().anyMatch(this::isStuck));
        loop.advance(LongUnit.LEAST_NANOS - 1);
        assertThat(reported()).isEmpty();
        loop.advance(1);
        assertThat(reported()).containsExactly(new LongUnit(3, WAITS, LongUnit.LEAST_NANOS, "here", 42));
        Samples.Echo.GATE.release();
        await().until(() -> Workshops.computed(session).contains(WAITS));
        assertThat(reported()).isEmpty();
    }
}
