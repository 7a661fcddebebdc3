package dev.sluice.master.weather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.master.weather.ArrivalCourse.Part;
import org.junit.jupiter.api.Test;

class ArrivalCourseTest {
    private static final long SECOND = 1_000_000_000L;
    private final ArrivalCourse course = new ArrivalCourse(7 * SECOND);

    private void add(double fromSeconds, double toSeconds, long bytes) {
        long to = 7 * SECOND + Math.round(toSeconds * SECOND);
        course.add(bytes, Math.round((toSeconds - fromSeconds) * SECOND), to);
    }

    private double busySeconds() {
        return course.parts().stream().mapToDouble(Part::busyNanos).sum() / SECOND;
    }

    @Test
    void shouldCountTimeOnceInWhichSeveralMessagesArrive() {
        add(0.2, 0.3, 10_000);
        add(0.0, 0.4, 10_000);
        add(0.1, 0.4, 10_000);
        add(0.6, 0.7, 10_000);
        assertThat(busySeconds()).isCloseTo(0.5, within(1e-9));
        assertThat(course.parts())
                .extracting(part -> part.fromNanos() - 7 * SECOND)
                .containsExactly(0L, SECOND / 2);
    }

    @Test
    void shouldHaveWiderPartsInALongRun() {
        for (int i = 1; i <= 1_000; i++) {
            add(i - 0.25, i, 2_000);
        }
        assertThat(course.parts()).hasSizeBetween(32, 64);
        assertThat(busySeconds()).isCloseTo(250, within(1e-6));
        assertThat(course.parts().stream().mapToDouble(Part::bytes).sum()).isCloseTo(2e6, within(1.0));
    }

    @Test
    void shouldLeaveOutMessagesThatShowNoRate() {
        add(0.2, 0.3, 100);
        add(0.4, 0.4, 1 << 20);
        assertThat(course.parts()).isEmpty();
    }
}
