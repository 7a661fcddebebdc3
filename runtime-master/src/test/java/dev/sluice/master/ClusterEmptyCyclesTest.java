package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.testing.NoLeaks;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Runs some of whose cycles have no units, while the number of workers is tuned. */
@NoLeaks
class ClusterEmptyCyclesTest extends WorkersCluster {
    @Test
    void shouldNotCountCyclesWithoutUnits() {
        open(true);
        long[] cycles = CYCLES.clone();
        cycles[1] = 0;
        cycles[3] = 0;
        start("each", SETUP_BYTES, cycles);
        cluster.await("parked workers", () -> parkedSlots() > 0);
        assertThat(cluster.master().course().cycle())
                .as("two cycles with units are over")
                .isGreaterThan(2);
        finish("each");
        assertThat(decisions().get(0).what()).matches("[34] of 8 workers are parked");
        assertThat(decisions())
                .as("%s", decisions())
                .allMatch(decision -> decision.outcome().startsWith("kept: "));
    }

    private double setupsOfEmptyCycles(SetupOrder order, int empty) {
        open(true);
        cluster.terms().setupOrder = order;
        long[] cycles = new long[empty + 2];
        cycles[0] = UNITS;
        cycles[empty + 1] = UNITS;
        start("each", SETUP_BYTES, cycles);
        finish("each");
        Traffic traffic = cluster.master().core().traffic();
        return (double) (traffic.bytesSent() - traffic.inputBytes()) / SETUP_BYTES - 2 * HOSTS;
    }

    /** Ten such cycles end at once, when most of their setups have not left. The tuner need not count them. */
    @Test
    void shouldSendFewSetupsInCyclesWithoutUnits() {
        assertThat(setupsOfEmptyCycles(SetupOrder.IN_TURN, 10)).isLessThan(20);
        assertThat(setupsOfEmptyCycles(SetupOrder.AT_ONCE, 10)).as("at once").isGreaterThan(50);
    }

    private double spaced(int workers) {
        open(workers == 0);
        cluster.terms().active = workers;
        cluster.terms().setupOrder = SetupOrder.AT_ONCE;
        long[] cycles = new long[2 * CYCLES.length];
        for (int i = 0; i < CYCLES.length; i++) {
            cycles[2 * i + 1] = UNITS;
        }
        start("each", SETUP_BYTES, cycles);
        return finish("each");
    }

    /** All setups of a cycle without units leave, and delay those of the next one, which shows what a setup takes. */
    @Test
    void shouldSeeTheSetupsOfCyclesWithoutUnitsThatLeaveAtOnce() {
        double all = spaced(HOSTS);
        double best =
                IntStream.rangeClosed(2, 4).mapToDouble(this::spaced).min().orElseThrow();
        double tuned = spaced(0);
        assertThat(tuned).as("best %s of %s; %s", best, all, decisions()).isLessThan(0.8 * all);
    }
}
