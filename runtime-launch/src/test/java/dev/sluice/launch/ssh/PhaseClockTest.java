package dev.sluice.launch.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.launch.LaunchPhases;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PhaseClockTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    private long nowNanos = 5;

    private final PhaseClock clock = new PhaseClock("ssh", () -> nowNanos);

    private void after(long millis, String line) {
        nowNanos += millis * 1_000_000;
        String[] parts = line.split(" ", 2);
        clock.hear(parts[0], parts.length == 1 ? "" : parts[1]);
    }

    @Test
    void shouldTimeThePhasesOfAHostThatNeedsTheJar() {
        after(400, "hello 8 10.0.0.1");
        after(300, "java /usr/bin/java");
        after(100, "jar wanted");
        clock.sent(4_000_000);
        after(5_000, "jar received");
        after(20, "ready");
        clock.told();
        after(30, "pid 17");
        after(900, "joined");
        LaunchPhases phases = clock.phases();
        assertThat(phases.kind()).isEqualTo("ssh");
        assertThat(phases.sshSeconds()).isCloseTo(0.4, CLOSE);
        assertThat(phases.lookSeconds()).isCloseTo(0.42, CLOSE);
        assertThat(phases.sendSeconds()).isCloseTo(5, CLOSE);
        assertThat(phases.sentBytes()).isEqualTo(4_000_000);
        assertThat(phases.jvmSeconds()).isCloseTo(0.93, CLOSE);
    }

    @Test
    void shouldCountNothingForAJarThatIsThere() {
        after(400, "hello 8");
        after(300, "java /usr/bin/java");
        after(100, "jar there");
        after(0, "ready");
        clock.told();
        after(700, "joined");
        assertThat(clock.phases().sendSeconds()).isZero();
        assertThat(clock.phases().sentBytes()).isZero();
        assertThat(clock.phases().lookSeconds()).isCloseTo(0.4, CLOSE);
    }

    @Test
    void shouldAddTheFilesOfASubMaster() {
        after(1, "hello 8");
        after(1, "jar wanted");
        clock.sent(1);
        after(2_000, "jar received");
        after(1, "file 0123 wanted");
        clock.sent(2);
        after(3_000, "file 0123 received");
        assertThat(clock.phases().sendSeconds()).isCloseTo(5, CLOSE);
        assertThat(clock.phases().sentBytes()).isEqualTo(3);
    }

    @Test
    void shouldNotTakeTheWaitForTheRunFileForTheStartOfTheJvm() {
        after(1, "hello 8");
        after(1, "ready");
        nowNanos += 3_000_000_000L;
        clock.told();
        after(200, "joined");
        assertThat(clock.phases().jvmSeconds()).isCloseTo(0.2, CLOSE);
    }

    @Test
    void shouldBeginAnewWithAnotherSsh() {
        after(9_000, "hello 8");
        clock.began();
        after(100, "hello 8");
        assertThat(clock.phases().sshSeconds()).isCloseTo(0.1, CLOSE);
    }
}
