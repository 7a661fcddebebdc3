package dev.sluice.worker.sense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CpuTimesTest {
    private static final String ONE = """
            cpu  100 10 50 800 20 5 15 0 0 0
            cpu0 100 10 50 800 20 5 15 0 0 0
            intr 66 0 0
            """;

    @Test
    void shouldReadOneProcessor() {
        CpuShares shares = CpuTimes.parse(ONE.replace("800", "880")).since(CpuTimes.parse(ONE), List.of());

        assertThat(shares.processors()).isOne();
        assertThat(shares.of(CpuTimes.IDLE)).isEqualTo(1);
        assertThat(shares.times().idle()).isEqualTo(800);
    }

    @Test
    void shouldAddUpManyAndLeaveOutThoseThatAreNotAllowed() {
        StringBuilder before = new StringBuilder("cpu 1 2 3\n");
        StringBuilder after = new StringBuilder("cpu 1 2 3\n");
        for (int i = 0; i < 128; i++) {
            before.append("cpu").append(i).append(" 0 0 0 0 0 0 0 0 0 0\n");
            int busy = i < 32 ? 100 : 0;
            after.append("cpu")
                    .append(i)
                    .append(' ')
                    .append(busy)
                    .append(" 0 0 ")
                    .append(100 - busy);
            after.append(" 0 0 0 0 0 0\n");
        }
        CpuTimes then = CpuTimes.parse(before.toString());
        CpuTimes now = CpuTimes.parse(after.toString());

        assertThat(now.since(then, List.of()).busy()).isEqualTo(32, within(1e-9));
        assertThat(now.since(then, List.of()).processors()).isEqualTo(128);
        assertThat(now.since(then, List.of(30, 31, 32, 33, 500)).busy()).isEqualTo(2, within(1e-9));
        assertThat(now.since(then, List.of(30, 31, 32, 33, 500)).processors()).isEqualTo(4);
    }

    @Test
    void shouldCountNothingForWhatGoesBackwards() {
        CpuTimes then = CpuTimes.parse("cpu0 100 0 0 500 90 0 0 0\n");
        CpuTimes now = CpuTimes.parse("cpu0 150 0 0 490 80 0 0 50\n");
        CpuShares shares = now.since(then, List.of());

        assertThat(shares.of(CpuTimes.IDLE)).isZero();
        assertThat(shares.of(CpuTimes.USER)).isEqualTo(0.5);
        assertThat(shares.of(CpuTimes.STOLEN)).isEqualTo(0.5);
    }

    @Test
    void shouldLeaveOutAProcessorThatWasSwitchedOffOrOn() {
        CpuTimes then = CpuTimes.parse("cpu0 0 0 0 100 0 0 0 0\ncpu1 0 0 0 100 0 0 0 0\n");
        CpuTimes now = CpuTimes.parse("cpu0 0 0 0 200 0 0 0 0\ncpu2 900 0 0 100 0 0 0 0\n");

        assertThat(now.since(then, List.of()).processors()).isOne();
        assertThat(now.since(then, List.of()).busy()).isZero();
        assertThat(now.since(then, List.of(1, 2)).processors()).isZero();
    }

    @Test
    void shouldReadKernelsThatKnowFewerStates() {
        CpuTimes times = CpuTimes.parse("cpu0 1 2 3 4\n");

        assertThat(times.byProcessor().get(0)).containsExactly(1, 2, 3, 4, 0, 0, 0, 0);
    }

    @SeededTest(runs = 300)
    void shouldReadNothingFromGarbageAndNeverFail(RandomGenerator random) {
        String[] pieces = {
            "cpu", "0", "cpu1 ", " 99999999999999999999", "-5", "\n", "\t", "cpu0 1 2 3 4 5\n", "é", "intr"
        };
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(40); i > 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        CpuTimes times = CpuTimes.parse(text.toString());
        CpuShares shares = times.since(CpuTimes.parse(ONE), List.of());

        assertThat(shares.processors()).isBetween(0, 1);
        assertThat(shares.busy()).isBetween(0.0, 1.0);
    }
}
