package dev.sluice.master.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StuckWatchTest {
    private static final long SECOND = 1_000_000_000L;
    private static final List<StackTraceElement> STACK = List.of(
            new StackTraceElement("java.net.Socket", "read", "Socket.java", 1),
            new StackTraceElement("org.example.Sums", "accept", "Sums.java", 40),
            new StackTraceElement("dev.sluice.api.Hosted", "accept", "Hosted.java", 2),
            new StackTraceElement("dev.sluice.master.application.ResultTaking", "take", "ResultTaking.java", 3));

    private final StuckWatch watch = new StuckWatch();

    private Optional<String> look(long task, long accepted, long seconds) {
        return watch.look(Optional.of(new Turns.Running(task, STACK)), accepted, seconds * SECOND);
    }

    @Test
    void shouldNameAMethodThatDoesNotReturnForAMinuteOnceWithItsStack() {
        assertThat(look(1, 15, 0)).isEmpty();
        assertThat(look(1, 15, 59)).isEmpty();
        assertThat(look(1, 15, 61))
                .hasValueSatisfying(line -> assertThat(line)
                        .startsWith("org.example.Sums.accept has not returned for 61 s")
                        .contains("java.net.Socket.read", "Sums.java:40")
                        .doesNotContain("ResultTaking"));
        assertThat(look(1, 15, 200)).isEmpty();
        assertThat(look(3, 15, 201)).isEmpty();
        assertThat(look(3, 15, 262)).isPresent();
    }

    @Test
    void shouldSayWhereTheCallIsUntilItReturns() {
        look(1, 15, 0);
        look(1, 15, 40);
        assertThat(watch.words()).isEmpty();
        look(1, 15, 80);
        look(1, 15, 100);
        assertThat(watch.words())
                .isEqualTo("org.example.Sums.accept has not returned for 100 s; results wait until it does."
                        + " It is at org.example.Sums.accept(Sums.java:40).");
        assertThat(watch.heldNanos()).isEqualTo(100 * SECOND);
        look(3, 16, 110);
        assertThat(watch.words()).isEmpty();
        assertThat(watch.heldNanos()).isEqualTo(100 * SECOND);
    }

    @Test
    void shouldNotNameATaskThatAcceptsOneUnitAfterTheOther() {
        for (long second = 0; second < 200; second += 30) {
            assertThat(look(1, second, second)).isEmpty();
        }
    }

    @Test
    void shouldNotNameAThreadThatWaits() {
        assertThat(watch.look(Optional.empty(), 0, 0)).isEmpty();
        assertThat(watch.look(Optional.empty(), 0, 100 * SECOND)).isEmpty();
    }
}
