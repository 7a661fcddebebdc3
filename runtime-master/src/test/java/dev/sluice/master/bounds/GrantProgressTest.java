package dev.sluice.master.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Sessions that send what they were granted, fast, slowly, or hardly. */
class GrantProgressTest {
    private static final long TICK = 250_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final long MEBIBYTE = 1 << 20;

    /** A hundredth of a slow line, and the line [bytes/s]. */
    private static final long LEAST_RATE = GrantProgress.LEAST_BYTES / SessionBound.GRANT_SECONDS.most();

    private static final long MEGABIT = 125_000;

    private final GrantProgress progress = new GrantProgress();
    private long received;
    private long nanos;

    /** Lets this time pass while bytes arrive at this rate; false as soon as the session would end. */
    private boolean arrive(long forNanos, long bytesPerSecond) {
        long before = received;
        for (long passed = TICK; passed <= forNanos; passed += TICK) {
            nanos += TICK;
            received = before + Math.round(passed * 1e-9 * bytesPerSecond);
            if (!progress.passes(TICK, received)) {
                return false;
            }
        }
        return true;
    }

    /** A whole payload arrives at this rate. */
    private boolean arriveAll(long bytes, long bytesPerSecond, boolean ofGrant) {
        long end = received + bytes;
        long ticks = (long) Math.ceil(bytes * 1e9 / bytesPerSecond / TICK);
        boolean passes = arrive(ticks * TICK - TICK, bytesPerSecond);
        received = end;
        progress.received(bytes, ofGrant);
        return passes && progress.passes(TICK, received);
    }

    @Test
    void shouldEndASessionThatSendsAByteEachNineSeconds() {
        progress.grants(1, MEBIBYTE);
        boolean passes = true;
        for (int i = 0; i < 10 && passes; i++) {
            passes = arrive(9 * SECOND, 0);
            received++;
        }
        assertThat(passes).isFalse();
        assertThat(nanos).isLessThanOrEqualTo(SessionBound.GRANT_SECONDS.most() * SECOND + TICK);
    }

    @Test
    void shouldEndASessionBelowTheLeastRateAndNoneAboveIt() {
        progress.grants(1, 1L << 40);
        assertThat(arrive(3_600 * SECOND, LEAST_RATE + LEAST_RATE / 10)).isTrue();
        assertThat(arrive(3_600 * SECOND, LEAST_RATE - LEAST_RATE / 10)).isFalse();
    }

    /** Bytes that came fast are no credit for later. */
    @Test
    void shouldEndASessionThatStallsAfterAFastBegin() {
        progress.grants(1, 1L << 30);
        assertThat(arrive(60 * SECOND, 100 * MEBIBYTE / 8)).isTrue();
        long before = nanos;
        assertThat(arrive(3_600 * SECOND, 0)).isFalse();
        assertThat(nanos - before).isEqualTo(SessionBound.GRANT_SECONDS.most() * SECOND);
    }

    /** A window of other results, and a probe, wait for the link in front of the granted result. */
    @SeededTest(runs = 20)
    void shouldKeepASlowLinkThatCarriesOtherResultsFirst(RandomGenerator random) {
        long window = 4 * MEBIBYTE;
        progress.allows(window);
        long rate = MEGABIT / (1 + random.nextInt(8)); // up to eight sessions share the line
        for (int result = 1; result <= 5; result++) {
            long size = MEBIBYTE + random.nextLong(10 * MEBIBYTE);
            progress.grants(result, size);
            for (long others = window; others > 0; ) {
                long other = Math.min(others, 1 + random.nextLong(60_000));
                assertThat(arriveAll(other, rate, false)).isTrue();
                others -= other;
            }
            assertThat(arriveAll(size, rate, true)).isTrue();
            progress.arrived(result);
        }
        assertThat(arrive(3_600 * SECOND, 0)).as("nothing is granted").isTrue();
    }

    @Test
    void shouldEndASessionThatSendsOtherResultsForEver() {
        long window = MEBIBYTE;
        progress.allows(window);
        progress.grants(1, MEBIBYTE);
        long others = 0;
        boolean passes = true;
        while (passes && others < 1L << 30) {
            passes = arriveAll(60_000, MEGABIT, false);
            others += 60_000;
        }
        assertThat(passes).isFalse();
        assertThat(others).isLessThan(window + 11 * MEGABIT + 2 * 60_000);
    }

    /** An unfinished payload counts as granted until its end says what it is. */
    @Test
    void shouldEndASessionWhoseSlowPayloadWasNotGranted() {
        progress.grants(1, MEBIBYTE);
        assertThat(arriveAll(LEAST_RATE * 20, LEAST_RATE, false)).isFalse();
    }

    /** The small ones are granted again and again, so that the session always makes progress. */
    @Test
    void shouldEndASessionThatKeepsALargeGrantBySendingSmallOnes() {
        progress.allows(MEBIBYTE);
        progress.grants(1, 10 * MEBIBYTE);
        boolean passes = true;
        for (int small = 2; small < 10_000 && passes; small++) {
            progress.grants(small, 70_000);
            passes = arriveAll(70_000, LEAST_RATE + 100, true);
            progress.arrived(small);
        }
        assertThat(passes).isFalse();
        assertThat(nanos).isLessThan((11 * MEBIBYTE / LEAST_RATE + 30) * SECOND);
    }

    @Test
    void shouldCountGrantsOfAnySize() {
        assertThat(progress.grants(1, Long.MAX_VALUE)).isTrue();
        assertThat(progress.grants(2, Long.MAX_VALUE)).isTrue();
        assertThat(progress.grants(2, 1)).isFalse();
        assertThat(progress.bytes(2)).isEqualTo(Long.MAX_VALUE);
        assertThat(arrive(9 * SECOND, 0)).isTrue();
        assertThat(arrive(2 * SECOND, 0)).isFalse();
    }
}
