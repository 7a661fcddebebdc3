package dev.sluice.net.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.ProbeDial;
import dev.sluice.net.message.ProbeListen;
import dev.sluice.net.message.ProbeReady;
import dev.sluice.net.message.ProbeResult;
import dev.sluice.net.message.ProbeTerms;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import dev.sluice.net.transport.Transport;
import dev.sluice.testing.NoLeaks;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NoLeaks
class ProbeStationTest {
    private static final RunIdentity IDENTITY = RunIdentity.create();
    private static final Secret SECRET = Secret.create();
    private static final ProbeTerms SENDS = new ProbeTerms(true, 1 << 30, 900_000_000, 40_000_000, 240_000_000, 8_192);

    private static final long PIECE_NANOS = 500_000;
    private static final long ARRIVAL_NANOS = 60_000_000;

    /** One machine's, with what it reports. */
    private static final class Station implements AutoCloseable {
        final Transport transport;
        final BlockingQueue<Message> reports = new LinkedBlockingQueue<>();
        final ProbeStation probes;

        Station(String name) {
            transport = Transport.open(name, 1);
            probes = new ProbeStation(transport, reports::add);
        }

        /** @param stepNanos by which its clock advances whenever it is read [ns], however busy the machine is */
        Station(String name, long stepNanos) {
            transport = Transport.open(name, 1);
            probes = new ProbeStation(transport, new SteppingLoop(transport.loop(), stepNanos), reports::add);
        }

        void does(Message message) {
            transport.loop().execute(() -> assertThat(probes.received(message)).isTrue());
        }

        void go(long transfer) {
            transport.loop().execute(() -> probes.go(transfer));
        }

        <T extends Message> T next(Class<T> type) throws InterruptedException {
            Message message = reports.poll(60, TimeUnit.SECONDS);
            assertThat(message).isInstanceOf(type);
            return type.cast(message);
        }

        @Override
        public void close() {
            transport.loop().execute(probes::close);
            transport.close();
        }
    }

    /** The loop of a transport with a clock that shows how often it was read. Confined to that loop. */
    private static final class SteppingLoop implements Loop {
        private final Loop loop;
        private final long stepNanos;
        private long nanos;

        SteppingLoop(Loop loop, long stepNanos) {
            this.loop = loop;
            this.stepNanos = stepNanos;
        }

        @Override
        public boolean inLoop() {
            return loop.inLoop();
        }

        @Override
        public Cancellable schedule(long delayNanos, Runnable task) {
            return loop.schedule(delayNanos, task);
        }

        @Override
        public void execute(Runnable task) {
            loop.execute(task);
        }

        @Override
        public long nanoTime() {
            return nanos += stepNanos;
        }
    }

    private static ProbeDial dial(long transfer, Secret secret, int port, boolean insecure, ProbeTerms terms) {
        return new ProbeDial(
                transfer,
                List.of(InetSocketAddress.createUnresolved("127.0.0.1", port)),
                IDENTITY.fingerprint(),
                secret,
                insecure,
                terms);
    }

    /**
     * The sender's clock advances with each piece, and the other end's with each arrival. The sender sends 15 MB. One
     * arrival has at most 1 MiB, so that there are more arrivals than the window needs.
     */
    @ParameterizedTest
    @CsvSource({"false, true", "false, false", "true, true"})
    void shouldCountWhatIsSentEitherWay(boolean insecure, boolean listenerSends) throws Exception {
        try (Station here = new Station("here", listenerSends ? PIECE_NANOS : ARRIVAL_NANOS);
                Station there = new Station("there", listenerSends ? ARRIVAL_NANOS : PIECE_NANOS)) {
            ProbeTerms ofListener = listenerSends ? SENDS : SENDS.turned();
            for (long transfer = 1; transfer <= 2; transfer++) { // the second finds it listening
                here.does(new ProbeListen(transfer, IDENTITY, SECRET, insecure, ofListener));
                int port = here.next(ProbeReady.class).port();
                there.does(dial(transfer, SECRET, port, insecure, ofListener.turned()));
                ProbeReady connected = there.next(ProbeReady.class);
                assertThat(connected.listens()).isFalse();
                assertThat(connected.roundTripNanos()).isPositive();

                (listenerSends ? here : there).go(transfer);

                ProbeResult sent = (listenerSends ? here : there).next(ProbeResult.class);
                ProbeResult counted = (listenerSends ? there : here).next(ProbeResult.class);
                assertThat(sent.code()).isEqualTo(ErrorCode.NONE);
                assertThat(counted.bytes()).isEqualTo(sent.bytes()).isPositive();
                assertThat(counted.windowBytes()).isLessThan(counted.bytes()).isPositive();
                assertThat(counted.windowNanos()).isGreaterThanOrEqualTo(SENDS.windowNanos() / 4);
            }
        }
    }

    @Test
    void shouldNotSendMoreThanItWasGiven() throws Exception {
        ProbeTerms few = new ProbeTerms(true, 100_000, 600_000_000_000L, 1_000_000, 5_000_000_000L, 8_192);
        try (Station here = new Station("here");
                Station there = new Station("there")) {
            here.does(new ProbeListen(1, IDENTITY, SECRET, false, few));
            there.does(dial(1, SECRET, here.next(ProbeReady.class).port(), false, few.turned()));
            there.next(ProbeReady.class);
            here.go(1);

            assertThat(here.next(ProbeResult.class).bytes()).isEqualTo(12 * 8_192);
            assertThat(there.next(ProbeResult.class).bytes()).isEqualTo(12 * 8_192);
        }
    }

    @Test
    void shouldRefuseWhoDoesNotKnowTheSecret() throws Exception {
        try (Station here = new Station("here");
                Station there = new Station("there")) {
            here.does(new ProbeListen(1, IDENTITY, SECRET, false, SENDS));
            int port = here.next(ProbeReady.class).port();
            there.does(dial(1, Secret.create(), port, false, SENDS.turned()));

            assertThat(there.next(ProbeResult.class).code()).isEqualTo(ErrorCode.CONNECT_FAILED);
        }
    }

    @Test
    void shouldReportTheOtherEndThatVanishes() throws Exception {
        ProbeTerms lasting = new ProbeTerms(true, 1L << 40, 600_000_000_000L, 1_000_000, 5_000_000, 8_192);
        try (Station here = new Station("here")) {
            try (Station there = new Station("there")) {
                here.does(new ProbeListen(1, IDENTITY, SECRET, false, lasting));
                there.does(dial(1, SECRET, here.next(ProbeReady.class).port(), false, lasting.turned()));
                there.next(ProbeReady.class);
                here.go(1);
            }

            assertThat(here.next(ProbeResult.class).code()).isNotEqualTo(ErrorCode.NONE);
        }
    }
}
