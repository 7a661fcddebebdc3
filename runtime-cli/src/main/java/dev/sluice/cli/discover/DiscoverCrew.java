package dev.sluice.cli.discover;

import dev.sluice.cli.launch.WorkerNews;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.RunFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The workers of a discovery, those that are started and those that join by themselves. Any thread. */
final class DiscoverCrew extends WorkerNews {
    private final List<Launcher> launchers;
    private final List<String> lastWords = new ArrayList<>();
    private final Set<String> present = new HashSet<>();
    private final Map<String, LaunchPhases> phases = new LinkedHashMap<>();
    private int joined;
    private int refused;
    private boolean woken;

    DiscoverCrew(List<Launcher> launchers, Consumer<String> say) {
        super(say);
        this.launchers = List.copyOf(launchers);
    }

    void start() {
        launchers.forEach(launcher -> launcher.start(this));
    }

    void join(RunFile run) {
        launchers.forEach(launcher -> launcher.join(run));
    }

    /** Nothing is started any more; processes that are left in so long are ended [ms]. */
    void end(long millis) throws InterruptedException {
        launchers.forEach(Launcher::ending);
        for (Launcher launcher : launchers) {
            launcher.awaitEnd(millis);
        }
    }

    synchronized void joined(String host) {
        joined++;
        present.add(host);
        notifyAll();
    }

    /** Selects the hosts that have not joined so far. */
    synchronized List<String> missing(List<String> hosts) {
        return hosts.stream().filter(host -> !present.contains(host)).toList();
    }

    /** Number of workers that have joined so far. */
    synchronized int present() {
        return joined;
    }

    /** The phases of the first start on each host, by its name. */
    synchronized Map<String, LaunchPhases> phases() {
        return Map.copyOf(phases);
    }

    @Override
    public synchronized void phases(Place where, LaunchPhases found) {
        phases.putIfAbsent(where.host(), found);
    }

    /** Somebody does not want to wait any longer. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /**
     * Waits until so many have joined, or cannot, or the time is over [ns].
     *
     * @throws SluiceException when none has joined
     */
    synchronized void await(int expected, long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (!woken && joined + refused < expected && !allGone() && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
        if (!woken && joined == 0) {
            String words = lastWords.isEmpty()
                    ? "no worker has joined within " + TimeUnit.NANOSECONDS.toSeconds(nanos)
                            + " s (expected: at least one)"
                    : String.join(System.lineSeparator(), lastWords);
            throw new SluiceException(troubles().code(), words);
        }
    }

    private boolean allGone() {
        return !launchers.isEmpty() && lastWords.size() == launchers.size();
    }

    @Override
    public void verdict(Place where, PlaceVerdict verdict) {
        super.verdict(where, verdict);
        if (!verdict.good()) {
            refused();
        }
    }

    private synchronized void refused() {
        refused++;
        notifyAll();
    }

    @Override
    public synchronized void allGone(String words) {
        lastWords.add(words);
        notifyAll();
    }
}
