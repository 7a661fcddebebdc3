package dev.sluice.worker.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.Application;
import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.testing.NoLeaks;
import dev.sluice.worker.Inputs;
import dev.sluice.worker.Samples;
import dev.sluice.worker.WorkIntake;
import dev.sluice.worker.Workshops;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@NoLeaks
class LongUnitTest {
    private static final long WAITS = Samples.Echo.WAITS;

    private final VirtualLoop loop = new VirtualLoop();
    private final RecordingSession session = new RecordingSession();
    private final WorkIntake shop = new WorkIntake(new OwnThreads(loop), 2, () -> {}, e -> {}, e -> {});

    private void open(Application<?, ?, ?> application, Payload setup) throws Exception {
        UnitTerms terms = new UnitTerms(0, UnitTerms.Isolation.OFF);
        Workshops.open(shop, session, application, 1 << 20, terms);
        shop.onCycleSetup(new CycleSetup(3, 0, setup));
    }

    private static Payload number() {
        PayloadEncoder encoder = new PayloadEncoder();
        Inputs.NUMBER.encode(1_000L, encoder);
        return encoder.finish();
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

    /** Waits until so many slots prepare, which the beats see from now on. */
    private void awaitPreparing(int slots) {
        await().until(() -> shop.crew().slots().stream()
                        .filter(slot -> slot.running() != null)
                        .count()
                == slots);
        await().until(Samples.Echo.GATE::hasQueuedThreads);
        assertThat(reported()).isEmpty();
    }

    private void assertOneIsReportedFromAMinuteOnUntilItEnds() {
        loop.advance(LongUnit.LEAST_NANOS - 1);
        assertThat(reported()).isEmpty();
        loop.advance(1);
        assertThat(reported()).singleElement().satisfies(unit -> {
            assertThat(unit.preparing()).isTrue();
            assertThat(unit.nanos()).isEqualTo(LongUnit.LEAST_NANOS);
            assertThat(unit.pid()).isEqualTo(42);
        });
        Samples.Echo.GATE.release(10);
        await().until(() -> Workshops.computed(session).size() == 2);
        assertThat(reported()).isEmpty();
    }

    /** Its state is loaded when the gate opens. */
    private static final class SlowState extends Samples.Setup {
        @Override
        protected void loadState() throws Exception {
            Samples.Echo.GATE.acquire();
        }
    }

    @Test
    void shouldReportOneOfTheSlotsThatWaitForTheState() throws Exception {
        open(new SlowState(), number());
        shop.onAssign(session, Inputs.assign(3, 1, new AttemptRun(5, 9, 0, 1, 2)), false);
        awaitPreparing(2);
        assertOneIsReportedFromAMinuteOnUntilItEnds();
    }

    /** Its units are decoded when the gate opens. */
    private static final class SlowUnits extends Samples.Setup {
        @Override
        protected Codec<Long> unitCodec() {
            return new Codec<>() {
                @Override
                public void encode(Long unit, Encoder out) {
                    Inputs.NUMBER.encode(unit, out);
                }

                @Override
                public Long decode(Decoder in) {
                    Samples.Echo.GATE.acquireUninterruptibly();
                    return Inputs.NUMBER.decode(in);
                }
            };
        }
    }

    @Test
    void shouldReportASlotThatDecodesAUnitForLong() throws Exception {
        open(new SlowUnits(), number());
        shop.onAssign(session, Inputs.assign(3, 1, new AttemptRun(5, 9, 0, 1, 2)), false);
        awaitPreparing(2);
        assertOneIsReportedFromAMinuteOnUntilItEnds();
    }

    @Test
    void shouldReportAUnitFromAMinuteOnUntilItEnds() throws Exception {
        open(new Samples.Echo(), Payload.empty());
        shop.onAssign(session, Inputs.assign(3, 1, new AttemptRun(5, 9, WAITS, 1, 2)), false);
        await().until(() -> shop.crew().slots().stream().anyMatch(this::isStuck));
        loop.advance(LongUnit.LEAST_NANOS - 1);
        assertThat(reported()).isEmpty();
        loop.advance(1);
        assertThat(reported()).containsExactly(LongUnit.silent(3, WAITS, LongUnit.LEAST_NANOS, "here", 42, false));
        Samples.Echo.GATE.release();
        await().until(() -> Workshops.computed(session).contains(WAITS));
        assertThat(reported()).isEmpty();
    }
}
