package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.cli.ApplicationJar;
import dev.sluice.cli.Executed;
import dev.sluice.cli.NumberedUnits;
import dev.sluice.json.JsonTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The efficiency of real runs in one process. */
class RunGainTest {
    private static final int UNITS = 20;
    private static final long UNIT_NANOS = 10_000_000;
    private static final long PAUSE_NANOS = 300_000_000;

    @TempDir
    Path directory;

    /** Two cycles of units that take a known time at least, with a longer pause in between, in which all slots wait. */
    public static final class Resting extends NumberedUnits {
        public Resting() {
            super(0);
        }

        @Override
        protected Cycle<None> cycle(int number) {
            if (number == 0) {
                return Cycle.of(UNITS, None.NONE);
            }
            rest(PAUSE_NANOS);
            return Cycle.only(UNITS, None.NONE);
        }

        @Override
        protected Long compute(None setup, Long unit) {
            rest(UNIT_NANOS);
            return unit;
        }

        private static void rest(long nanos) {
            long end = System.nanoTime() + nanos;
            for (long left = nanos; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    private Executed run(String efficiency) throws IOException {
        Path jar = ApplicationJar.in(directory, Resting.class);
        return Executed.sluice(
                "run",
                jar.toString(),
                "--slots=2",
                "--no-history",
                "--run-dir=" + directory.resolve("run"),
                "--require-efficiency=" + efficiency);
    }

    private JsonTree report() throws IOException {
        return JsonTree.read(directory.resolve("run").resolve("run.json"));
    }

    @Test
    void shouldMeasureTheEfficiencyOfARun() throws Exception {
        Executed ran = run("1%");
        assertThat(ran.code()).as(ran.err()).isZero();

        assertThat(ran.out()).contains("; efficiency ");
        JsonTree report = report();
        double allowed = report.at("unitsPerSecondAllowed").number();
        assertThat(allowed).isPositive().isLessThanOrEqualTo(2 / (UNIT_NANOS / 1e9));
        assertThat(report.at("efficiency").number()).isBetween(0.01, 1.0);
        assertThat(report.at("unitsPerSecond").number()).isLessThan(allowed);
        assertThat(report.at("ledger").has("changes")).isTrue();
        assertThat(report.has("changesNote")).isTrue();
    }

    @Test
    void shouldFailACompleteRunThatIsLessEfficientThanRequired() throws Exception {
        Executed ran = run("100%");
        assertThat(ran.code()).as(ran.err() + ran.out()).isEqualTo(6);
        assertThat(ran.err()).contains("E600 efficiency ", "(expected: at least 100 %)");
        JsonTree report = report();
        assertThat(report.at("outcome").text()).isEqualTo("complete");
        assertThat(report.at("exitCode").number()).isEqualTo(6);
        assertThat(report.at("error").at("code").text()).isEqualTo("E600");
    }
}
