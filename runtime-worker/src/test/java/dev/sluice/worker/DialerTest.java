package dev.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.message.Message;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.parent.Dialer;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.RunFiles;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.testing.Records;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DialerTest {
    private static final long SECOND = 1_000_000_000L;
    private static final RunFile HOME = file("a", 1, false);
    private static final RunFile ABOVE = file("b", 2, false);

    private final VirtualLoop loop = new VirtualLoop();
    private final List<Integer> dialled = new ArrayList<>();
    private final Dialer dialer = new Dialer(
            loop,
            (place, address, listener) -> dialled.add(((InetSocketAddress) address).getPort()),
            HOME,
            new SplittableRandom(1));

    private static RunFile file(String digit, int port, boolean insecure) {
        return Records.with(RunFiles.of(Role.WORKER, port), "fingerprint", digit.repeat(64), "insecure", insecure);
    }

    private void dialLater() {
        dialer.dialLater(Deaf::new);
    }

    /** Hears nothing. */
    private static final class Deaf implements SessionListener {
        @Override
        public void opened(Session session) {}

        @Override
        public void received(Session session, Message message) {}

        @Override
        public void closed(Session session, Closing why) {}
    }

    @Test
    void shouldTryItsMasterThenTheRefugesAtOnceAndThenWait() {
        dialer.settle(List.of(Refuge.of(ABOVE), Refuge.of(HOME), Refuge.of(file("c", 3, true))));
        assertThat(dialer.hasRefuge()).isTrue();
        dialer.begin(60 * SECOND);
        dialer.dial(Deaf::new);
        dialLater();
        assertThat(dialled).as("none twice, and none without TLS").containsExactly(1, 2);
        assertThat(dialer.place()).isEqualTo(ABOVE);

        dialLater();
        assertThat(dialled).hasSize(2);
        loop.advance(2 * SECOND);
        assertThat(dialled).containsExactly(1, 2, 1);
    }

    @Test
    void shouldComeBackFirstToWhereItWasRegisteredLast() {
        dialer.settle(List.of(Refuge.of(ABOVE)));
        dialer.dial(Deaf::new);
        dialLater();
        dialer.settle(List.of());
        assertThat(dialer.hasRefuge()).isFalse();
        dialer.begin(60 * SECOND);
        dialer.dial(Deaf::new);
        assertThat(dialled).containsExactly(1, 2, 2);
    }

    @Test
    void shouldGiveUpWhenItIsLateAndEachPlaceWasTried() {
        dialer.settle(List.of(Refuge.of(ABOVE)));
        dialer.begin(SECOND);
        loop.advance(2 * SECOND);
        dialer.dial(Deaf::new);
        assertThat(dialer.exhausted()).isFalse();
        dialLater();
        assertThat(dialer.exhausted()).isTrue();
    }

    @Test
    void shouldTryThePlaceToWhichItMovesBeforeTheOneThatItLeaves() {
        dialer.settle(List.of(Refuge.of(file("d", 4, false))));
        dialer.dial(Deaf::new);
        dialer.prefer(Refuge.of(ABOVE));
        dialer.begin(60 * SECOND);
        dialer.dial(Deaf::new);
        dialLater();
        dialLater();
        assertThat(dialled).containsExactly(1, 2, 1, 4);
    }

    @Test
    void shouldNotMoveToAPlaceWithoutTls() {
        dialer.prefer(Refuge.of(file("c", 3, true)));
        dialer.begin(60 * SECOND);
        dialer.dial(Deaf::new);
        assertThat(dialled).containsExactly(1);
        assertThat(dialer.hasRefuge()).isFalse();
    }
}
