package dev.sluice.benchmarks.raw;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The worker process: one connection, one loop. Ends when the master closes. */
@Command(name = "raw-worker")
public final class RawWorker implements Runnable {
    @Mixin
    private RawOptions options = new RawOptions();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new RawWorker()).setExpandAtFiles(false).execute(arguments));
    }

    @Override
    public void run() {
        try (RawTransport transport = new RawTransport(1, options.tls)) {
            transport
                    .dial(
                            options.address(),
                            () -> options.streaming() ? new StreamHandler(options) : new ReplyHandler())
                    .closeFuture()
                    .syncUninterruptibly();
        } catch (Exception e) {
            throw new IllegalStateException("cannot reach the raw master at " + options.address(), e);
        }
    }
}
