package dev.sluice.cli.launch;

import dev.sluice.cli.process.CommandClock;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.launch.Place;
import dev.sluice.master.WorkerEntry;
import dev.sluice.master.report.Launching;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the start of a run's workers takes: the launchers' phases, and when the master saw the workers register
 * and compute. All times are by one monotonic clock. Any thread.
 */
public final class StartTimes {
    private final LongSupplier nanoTime;
    private final DoubleSupplier commandSeconds;
    private final Map<String, LaunchPhases> phases = new LinkedHashMap<>();
    private double launchedSeconds = Double.NaN;
    private long launchedNanos;
    private long lastResultNanos;

    /** The times of this command, whose JVM began with it. */
    public StartTimes() {
        this(System::nanoTime, CommandClock::seconds);
    }

    /**
     * The times of a command.
     *
     * @param nanoTime monotonic [ns]; the clock of the master's loop
     * @param commandSeconds since the command [s]
     */
    StartTimes(LongSupplier nanoTime, DoubleSupplier commandSeconds) {
        this.nanoTime = nanoTime;
        this.commandSeconds = commandSeconds;
    }

    /** Launching begins. */
    public synchronized void begun() {
        launchedSeconds = commandSeconds.getAsDouble();
        launchedNanos = nanoTime.getAsLong();
    }

    /** A launcher reports phases. The first worker of a host counts, because later ones are restarts or beside it. */
    public synchronized void phases(Place where, LaunchPhases found) {
        phases.putIfAbsent(where.host(), found);
    }

    /** Time since the command [s]. */
    public double sinceCommand() {
        return commandSeconds.getAsDouble();
    }

    /** Time from the command to a moment of the clock; NaN before launching [s]. */
    public synchronized double sinceCommand(long nanos) {
        return launchedSeconds + since(nanos);
    }

    /**
     * The starts so far, by what the master knows of the workers. On the master loop.
     *
     * @param embedded whether the worker is in this process
     */
    public synchronized Launching of(Collection<WorkerEntry> entries, boolean embedded) {
        if (Double.isNaN(launchedSeconds)) {
            return Launching.NONE;
        }
        lastResultNanos =
                entries.stream().mapToLong(entry -> entry.lastResultNanos).max().orElse(launchedNanos);
        Map<String, WorkerEntry> first = new LinkedHashMap<>();
        entries.stream().filter(entry -> !entry.branch).forEach(entry -> first.putIfAbsent(entry.host, entry));
        List<Launching.Start> starts = new ArrayList<>();
        phases.forEach((host, found) -> starts.add(start(host, found, first.get(host))));
        if (embedded && !entries.isEmpty()) {
            WorkerEntry only = entries.iterator().next();
            starts.add(start(only.host, new LaunchPhases("embedded", 0, 0, 0, 0, Double.NaN, 0), only));
        }
        return new Launching(launchedSeconds, Double.NaN, Double.NaN, starts);
    }

    private Launching.Start start(String host, LaunchPhases found, @Nullable WorkerEntry worker) {
        WorkerEntry.Arrival arrival = worker == null ? null : worker.arrival();
        double joined = arrival == null ? Double.NaN : since(arrival.registeredNanos());
        double ready = arrival == null ? Double.NaN : since(arrival.computesNanos());
        double launcher = found.queuedSeconds() + found.sshSeconds() + found.lookSeconds() + found.sendSeconds();
        return new Launching.Start(
                host,
                found.kind(),
                found.queuedSeconds(),
                found.sshSeconds(),
                found.lookSeconds(),
                found.sendSeconds(),
                found.sentBytes(),
                Double.isNaN(found.jvmSeconds()) ? Math.max(0, joined - launcher) : found.jvmSeconds(),
                ready - joined,
                arrival == null ? 0 : arrival.sentBytes(),
                ready);
    }

    /**
     * A start of which only the launcher's phases are known.
     *
     * @param movedSeconds time of the files that followed; NaN if it is not known [s]
     * @param movedBytes size of these files [bytes]
     */
    public static Launching.Start start(String host, LaunchPhases phases, double movedSeconds, long movedBytes) {
        return new Launching.Start(
                host,
                phases.kind(),
                phases.queuedSeconds(),
                phases.sshSeconds(),
                phases.lookSeconds(),
                phases.sendSeconds(),
                phases.sentBytes(),
                phases.jvmSeconds(),
                movedSeconds,
                movedBytes,
                phases.sshSeconds() + phases.lookSeconds() + phases.sendSeconds() + phases.jvmSeconds());
    }

    private double since(long nanos) {
        return (nanos - launchedNanos) / 1e9;
    }

    /** The same launching, now that the run is over. */
    public synchronized Launching ended(Launching launching) {
        return Double.isNaN(launchedSeconds)
                ? launching
                : launching.ended(sinceCommand(), (nanoTime.getAsLong() - lastResultNanos) / 1e9);
    }
}
