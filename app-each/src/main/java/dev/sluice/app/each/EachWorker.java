package dev.sluice.app.each;

import dev.sluice.api.unit.UnitContext;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.shell.CommandCrew;
import dev.sluice.app.each.shell.CommandLimits;
import dev.sluice.app.each.shell.CrewConfig;
import dev.sluice.app.each.shell.CrewSlot;
import dev.sluice.app.each.template.CommandTemplate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs the commands of one process, several at once. Any thread. */
final class EachWorker {
    /** The crew with its template, both of which the first command of the process makes. */
    private record Crew(CommandTemplate template, NeedsTemplate needs, CommandCrew commands) {
        /** The limits of the command of this input. */
        CommandLimits limits(EachSetup setup, Input input) {
            return needs.isEmpty()
                    ? setup.limits()
                    : setup.limits().memory(needs.of(input).memoryBytes());
        }
    }

    private final Function<String, Path> paths;
    private @Nullable Crew crew;
    private boolean closed;

    private final Object starts = new Object();
    /** Before this time no command starts, by the monotonic clock [ns]; guarded by {@code starts}. */
    private long nextStartNanos = System.nanoTime();

    /** @param paths of the files of the run in this process */
    EachWorker(Function<String, Path> paths) {
        this.paths = paths;
    }

    /** Runs the command of an input until it has ended. */
    Outcome run(EachSetup setup, Input input, UnitContext context) throws IOException, InterruptedException {
        Crew working = crew(setup);
        if (setup.delayNanos() > 0) {
            awaitTurn(setup.delayNanos());
        }
        try (CrewSlot slot = working.commands().slot()) {
            int number = slot.number();
            slot.seed(UnitSite.seedOf(context.runSeed(), 0, input.number()));
            if (context instanceof UnitSite site) {
                site.printsTo(slot.printout(context.cycle(), context.index()));
            }
            return slot.run(
                    input.number(),
                    working.template().expand(input, number),
                    working.template().shown(input, number),
                    working.limits(setup, input));
        }
    }

    private synchronized Crew crew(EachSetup setup) throws IOException {
        if (closed) {
            throw new IOException("no command is started any more, because the worker ends");
        }
        Crew known = crew;
        if (known == null) {
            String host = setup.host().isEmpty() ? hostName() : setup.host();
            known = new Crew(
                    CommandTemplate.of(setup.terms()),
                    new NeedsTemplate(setup.terms(), setup.needs()),
                    new CommandCrew(CrewConfig.of(host, setup.place().resolve(paths), setup.nice())
                            .with(setup.needs().resolve())));
            crew = known;
        }
        return known;
    }

    /** The kernel knows the name without a look-up, which may take seconds. */
    private static String hostName() throws UnknownHostException {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            return InetAddress.getLocalHost().getHostName();
        }
    }

    private void awaitTurn(long delayNanos) throws InterruptedException {
        long turnNanos;
        synchronized (starts) {
            turnNanos = Math.max(nextStartNanos, System.nanoTime());
            nextStartNanos = turnNanos + delayNanos;
        }
        TimeUnit.NANOSECONDS.sleep(turnNanos - System.nanoTime());
    }

    /** Ends all commands. No command starts afterwards. */
    void close() throws IOException {
        Crew working;
        synchronized (this) {
            closed = true;
            working = crew;
        }
        if (working != null) {
            working.commands().close();
        }
    }
}
