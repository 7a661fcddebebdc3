package dev.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.testing.NoLeaks;
import dev.sluice.worker.slot.OwnThreads;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NoLeaks
class IdentityTest {
    @Test
    void shouldNameTheHostOfAUnitThatComputesForLongAndNotItsWorker(@TempDir Path cache) throws Exception {
        VirtualLoop loop = new VirtualLoop();
        RecordingSession session = new RecordingSession();
        WorkIntake shop = new WorkIntake(new OwnThreads(loop), 1, () -> {}, e -> {}, e -> {});
        Workshops.open(shop, session, new Samples.Echo(), 1 << 20, new UnitTerms(0, UnitTerms.Isolation.OFF));
        shop.onCycleSetup(new CycleSetup(3, 0, Payload.empty()));
        shop.onAssign(session, Inputs.assign(3, 1, new AttemptRun(5, 9, Samples.Echo.WAITS, 1, 1)), false);
        await().until(Samples.Echo.GATE::hasQueuedThreads);
        loop.advance(LongUnit.LEAST_NANOS);
        Identity identity = new Identity(4_711, "north", 1, "test", 0, new JarCache(cache));
        assertThat(identity.longUnits(shop, loop.nanoTime()))
                .containsExactly(LongUnit.silent(3, Samples.Echo.WAITS, LongUnit.LEAST_NANOS, "north", 4_711, false));
        Workshops.stop(shop, session);
    }
}
