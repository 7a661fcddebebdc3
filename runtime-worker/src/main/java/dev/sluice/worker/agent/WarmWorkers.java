package dev.sluice.worker.agent;

import dev.sluice.net.message.AgentTarget;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts workers as processes. One process is always started ahead and waits for its seat on standard input, so that a
 * worker joins without the start of a JVM. A seat is a line {@code seat SLOTS} and the run file. A worker drains when
 * its standard input ends: when the agent closes it, or when the agent is gone. Confined to the agent's loop.
 */
public final class WarmWorkers implements SeatWorkers, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WarmWorkers.class);

    private final List<String> command;
    private final Path logs;
    private @Nullable Process warm;

    /**
     * Starts nothing yet.
     *
     * @param command starts a process that reads a seat
     * @param logs directory for the output of the workers; it exists
     */
    public WarmWorkers(List<String> command, Path logs) {
        this.command = List.copyOf(command);
        this.logs = logs;
    }

    /** Starts a process ahead, unless there is one. */
    public void warm() {
        Process ahead = warm;
        if (ahead == null || !ahead.isAlive()) {
            try {
                warm = launch();
            } catch (IOException failure) {
                warm = null;
                log.warn("no worker could be started ahead: {}", failure.toString());
            }
        }
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    @Override
    public Worker start(AgentTarget.Seat seat, News news) throws IOException {
        Process ahead = warm;
        warm = null;
        Process process = ahead != null && ahead.isAlive() ? ahead : launch();
        OutputStream input = process.getOutputStream();
        try {
            input.write(("seat " + seat.slots() + "\n" + seat.runFile()).getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException died) {
            // its end is reported like any other
        }
        SeatOutput output =
                new SeatOutput(process.getInputStream(), logs.resolve(seat.run() + "-" + seat.id() + ".log"), news);
        output.start();
        process.onExit().thenAccept(ended -> news.ended(ended.exitValue(), output.lastWords()));
        warm();
        return new Worker() {
            @Override
            public long pid() {
                return process.pid();
            }

            @Override
            public void drain() {
                try {
                    input.close();
                } catch (IOException gone) {
                    // the process has ended
                }
            }
        };
    }

    /** Ends the process that was started ahead. Seats are left alone. */
    @Override
    public void close() {
        Process ahead = warm;
        if (ahead != null) {
            ahead.destroy();
        }
        warm = null;
    }
}
