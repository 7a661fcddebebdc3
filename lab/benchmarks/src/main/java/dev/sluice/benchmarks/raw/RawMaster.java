package dev.sluice.benchmarks.raw;

import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.TimedCycles;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The master process: starts its workers, keeps a window of requests outstanding at each, times every cycle. */
@Command(name = "raw-master")
public final class RawMaster implements Runnable {
    private static final long CONNECT_SECONDS = 30;
    private static final long CYCLE_SECONDS = 600;

    @Mixin
    private RawOptions options = new RawOptions();

    @Option(names = "--workers", defaultValue = "2")
    private int workers;

    @Option(names = "--window", defaultValue = "64", description = "frames outstanding at each worker")
    private int frames;

    @Option(names = "--units-per-frame", defaultValue = "1")
    private int unitsPerFrame;

    @Option(names = "--unix", description = "a Unix domain socket in a new directory, instead of TCP over the loopback")
    private boolean unix;

    @Option(names = "--loops", defaultValue = "1", description = "event loops of the master")
    private int loops;

    @Option(names = "--cycles", required = true)
    private String cycles = "";

    @Option(names = "--figures", required = true)
    private Path figures = Path.of("");

    private final TimedCycles timed = new TimedCycles();
    private final UnitWindow window = new UnitWindow(timed);
    private final BlockingQueue<Channel> connected = new LinkedBlockingQueue<>();
    private final List<Process> processes = new ArrayList<>();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new RawMaster()).setExpandAtFiles(false).execute(arguments));
    }

    @Override
    public void run() {
        try {
            if (unix) {
                exchangeOverSocket();
            } else {
                exchange();
            }
        } catch (Exception e) {
            throw new IllegalStateException("the raw exchange failed", e);
        } finally {
            processes.forEach(Process::destroy);
        }
    }

    private void exchangeOverSocket() throws Exception {
        Path directory = Files.createTempDirectory("sluice-raw-");
        Path socket = directory.resolve("sock");
        options.socket = socket;
        try {
            exchange();
        } finally {
            Files.deleteIfExists(socket);
            Files.delete(directory);
        }
    }

    private void exchange() throws Exception {
        try (RawTransport transport = new RawTransport(loops, options.tls)) {
            EventLoop owner = transport.anyLoop();
            Channel server = transport.listen(
                    options.address(), () -> new RequestHandler(window, options, unitsPerFrame, owner, connected::add));
            options.port = RawTransport.portOf(server);
            startWorkers();
            List<Channel> channels = awaitWorkers();
            for (long units : Cycles.parse(cycles).units()) {
                cycle(owner, channels, units);
            }
            timed.write(figures);
            channels.forEach(Channel::close);
        }
    }

    private void cycle(EventLoop owner, List<Channel> channels, long units) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        owner.execute(() -> {
            window.begin(units).thenAccept(done::complete);
            for (Channel channel : channels) {
                channel.pipeline().get(RequestHandler.class).fill(channel, frames);
            }
        });
        done.get(CYCLE_SECONDS, TimeUnit.SECONDS);
    }

    private void startWorkers() throws Exception {
        for (int i = 0; i < workers; i++) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    RawWorker.class.getName(),
                    "--port=" + options.port,
                    "--message=" + options.messageBytes,
                    "--part=" + options.partBytes));
            if (options.tls) {
                command.add("--tls");
            }
            if (options.socket != null) {
                command.add("--socket=" + options.socket);
            }
            processes.add(new ProcessBuilder(command).inheritIO().start());
        }
    }

    private List<Channel> awaitWorkers() throws InterruptedException {
        List<Channel> channels = new ArrayList<>();
        while (channels.size() < workers) {
            Channel channel = connected.poll(CONNECT_SECONDS, TimeUnit.SECONDS);
            if (channel == null) {
                throw new IllegalStateException(channels.size() + " raw workers connected in " + CONNECT_SECONDS
                        + " s (expected: " + workers + ")");
            }
            channels.add(channel);
        }
        return channels;
    }
}
