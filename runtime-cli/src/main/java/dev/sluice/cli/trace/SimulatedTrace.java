package dev.sluice.cli.trace;

import dev.sluice.cli.trace.ChromeEvents.Track;
import dev.sluice.model.EnumWords;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.simulate.Timeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The trace of a simulated run, written while it is simulated: a process for each host, a track for each slot and each
 * direction of its connection.
 */
public final class SimulatedTrace implements Timeline, AutoCloseable {
    /** Numbers of tracks that are no slots. */
    private static final int DOWN = 1_000_000;

    private static final int UP = 1_000_001;
    private static final int ACCEPTING = 1_000_002;
    private static final int CYCLES = 1_000_003;

    private final NetworkView view;
    private final int master;
    private final ChromeEvents events;

    /** @param master index of the master's host */
    public SimulatedTrace(NetworkView view, int master, Path file) throws IOException {
        this.view = view;
        this.master = master;
        this.events = new ChromeEvents(file);
    }

    private Track track(int host, int number) {
        return new Track(
                host,
                view.hosts().get(host).name(),
                number,
                switch (number) {
                    case DOWN -> "from the master";
                    case UP -> "to the master";
                    case ACCEPTING -> "accept";
                    case CYCLES -> "cycles";
                    default -> "slot " + number;
                });
    }

    @Override
    public void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {
        String name = RunTrace.units(firstUnit, units);
        events.span(track(host, slot), finished ? name : name + " (lost)", "compute", fromNanos, toNanos);
    }

    @Override
    public void idle(int host, int slot, Cause cause, long fromNanos, long toNanos) {
        String name = EnumWords.spaced(cause);
        events.span(track(host, slot), name, "idle", fromNanos, toNanos);
    }

    @Override
    public void travelled(int host, boolean toMaster, Message message, long bytes, long fromNanos, long toNanos) {
        if (message != Message.CONTROL) {
            String name = EnumWords.spaced(message) + ", " + bytes + " bytes";
            events.transfer(track(host, toMaster ? UP : DOWN), name, "network", fromNanos, toNanos);
        }
    }

    @Override
    public void accepted(int host, int cycle, long units, long fromNanos, long toNanos) {
        if (fromNanos == toNanos) {
            return; // it took no time
        }
        String name = units + " of " + view.hosts().get(host).name();
        events.span(track(master, ACCEPTING), name, "accept", fromNanos, toNanos);
    }

    @Override
    public void granted(int host, long bytes, long nanos) {
        events.instant(track(host, UP), "granted " + bytes + " bytes", nanos);
    }

    @Override
    public void cycle(int cycle, long fromNanos, long toNanos) {
        events.span(track(master, CYCLES), "cycle " + cycle, "cycle", fromNanos, toNanos);
    }

    @Override
    public void worker(int host, Change change, long nanos) {
        events.instant(track(host, 0), change.name().toLowerCase(Locale.ROOT), nanos);
    }

    @Override
    public void close() throws IOException {
        events.close();
    }
}
