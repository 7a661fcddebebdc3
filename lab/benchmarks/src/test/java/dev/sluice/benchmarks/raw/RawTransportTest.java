package dev.sluice.benchmarks.raw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.timing.TimedCycles;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawTransportTest {
    private static final int PATIENCE_SECONDS = 30;

    private final RawOptions options = new RawOptions();
    private final UnitWindow window = new UnitWindow(new TimedCycles());
    private final CompletableFuture<Channel> connected = new CompletableFuture<>();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldExchangeUnitsOverTheLoopback(boolean tls) throws Exception {
        assertThat(sumOfUnits(tls, 100)).isEqualTo(99 * 100 / 2);
    }

    @Test
    void shouldExchangeUnitsOverAUnixDomainSocket(@TempDir Path directory) throws Exception {
        Path socket = directory.resolve("sock");
        options.socket = socket;
        assertThat(sumOfUnits(false, 100)).isEqualTo(99 * 100 / 2);
        assertThat(options.port).as("no port").isZero();
        Files.deleteIfExists(socket);
    }

    @Test
    void shouldStreamMessagesOverAUnixDomainSocket(@TempDir Path directory) throws Exception {
        Path socket = directory.resolve("sock");
        options.socket = socket;
        options.messageBytes = 1 << 20;
        options.partBytes = 1 << 18;
        assertThat(sumOfUnits(false, 20)).as("parts are not read").isZero();
        Files.deleteIfExists(socket);
    }

    /** Exchanges units between two loops of this process; the first unit is 0. */
    private long sumOfUnits(boolean tls, int units) throws Exception {
        try (RawTransport master = new RawTransport(1, tls);
                RawTransport worker = new RawTransport(1, tls)) {
            EventLoop owner = master.anyLoop();
            Channel server = master.listen(
                    options.address(), () -> new RequestHandler(window, options, 1, owner, connected::complete));
            options.port = RawTransport.portOf(server);
            Channel client = worker.dial(
                    options.address(), () -> options.streaming() ? new StreamHandler(options) : new ReplyHandler());
            RequestHandler handler =
                    connected.get(PATIENCE_SECONDS, TimeUnit.SECONDS).pipeline().get(RequestHandler.class);
            CompletableFuture<Long> done = new CompletableFuture<>();
            owner.execute(() -> {
                window.begin(units).thenRun(() -> done.complete(handler.sum()));
                handler.fill(connected.join(), 4);
            });
            long sum = done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            client.close().sync();
            server.close().sync();
            return sum;
        }
    }
}
