package dev.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.parent.Pulse;
import dev.sluice.net.virtual.VirtualLoop;
import org.junit.jupiter.api.Test;

class PulseTest {
    private static final long SECOND = 1_000_000_000L;

    private final VirtualLoop loop = new VirtualLoop();
    private int beats;
    private int silences;
    private final Pulse pulse = new Pulse(loop, () -> beats++, () -> silences++);

    @Test
    void shouldBeatEveryTwoSecondsWhileTheMasterIsHeard() {
        pulse.start();
        for (int second = 0; second < 20; second++) {
            loop.advance(SECOND);
            pulse.heard();
        }
        assertThat(beats).isEqualTo(10);
        assertThat(silences).isZero();
    }

    @Test
    void shouldNoticeASilentMasterWithinTenSecondsAndStop() {
        pulse.start();
        loop.advance(5 * SECOND);
        assertThat(silences).isZero();
        loop.advance(5 * SECOND);
        assertThat(silences).isEqualTo(1);
        assertThat(loop.waiting()).isZero();
    }

    @Test
    void shouldGiveTheMasterMoreTimeAfterAPauseOfItsOwn() {
        pulse.start();
        loop.advance(SECOND);
        loop.pause(60 * SECOND);
        assertThat(silences).isZero();
        pulse.heard();
        loop.advance(4 * SECOND);
        assertThat(silences).isZero();
    }

    @Test
    void shouldBeSilentWhenStopped() {
        pulse.start();
        pulse.stop();
        loop.advance(60 * SECOND);
        assertThat(beats + silences).isZero();
    }
}
