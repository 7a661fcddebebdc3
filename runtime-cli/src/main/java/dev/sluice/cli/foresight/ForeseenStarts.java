package dev.sluice.cli.foresight;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.HeldContents;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.StartRow;
import dev.sluice.insight.plan.PlanRoles;
import dev.sluice.insight.plan.PlanStarts;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.launch.JarToPush;
import dev.sluice.launch.LaunchException;
import dev.sluice.launch.WorkerJar;
import dev.sluice.master.report.Launching;
import dev.sluice.model.Median;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks what the start of a run's workers, and of a master on another host, is expected to take. It reads the history
 * once. Any thread.
 */
final class ForeseenStarts implements PlanStarts {
    /** Trace, report and unit times of a usual run, which a master on another host sends back [bytes]. */
    private static final long RETURNED_BYTES = 1_300_000;

    private final List<Path> jars;
    private final List<StartRow> rows;
    private final @Nullable String build;
    private final Pushed worker;
    private final Pushed program = new Pushed(WorkerJar::ofMaster, HeldContents.carriedOfUser());

    /**
     * Says whether hosts have the application's jar, by the way of launching and the host, as far as somebody asked.
     */
    private final Map<String, Boolean> prepared = new ConcurrentHashMap<>();

    /** False if nothing may be remembered. */
    private final boolean history;

    /** A jar that is sent to hosts, and what is known of them. */
    private static final class Pushed {
        final HeldContents held;
        private final @Nullable Path path;

        /** Says whether hosts have it, as far as somebody asked. */
        private final Map<String, Boolean> there = new ConcurrentHashMap<>();

        private @Nullable JarToPush jar;

        /** @param where throws if there is no such jar, as a run would say */
        Pushed(Supplier<Path> where, HeldContents held) {
            Path found = null;
            try {
                found = where.get();
            } catch (LaunchException none) {
                // nothing can be started, and nothing is foretold
            }
            this.path = found;
            this.held = held;
        }

        /** The jar with its hash, which takes a moment at first; null if there is none. */
        synchronized @Nullable JarToPush jar() {
            if (jar == null && path != null) {
                jar = JarToPush.of(path);
            }
            return jar;
        }

        long bytes() {
            return path == null ? 0 : ForeseenStarts.bytes(path);
        }

        Set<String> holders(List<String> hosts) {
            return hosts.stream()
                    .filter(host -> there.computeIfAbsent(host, this::isThere))
                    .collect(Collectors.toSet());
        }

        private boolean isThere(String host) {
            JarToPush known = held.knowsAny(List.of(host)) ? jar() : null;
            return known != null && !held.holders(known.hash(), List.of(host)).isEmpty();
        }
    }

    /**
     * @param workerJar null: the usual one
     * @param jars of the application
     * @param application whose build names its jar; null if it is not known
     * @param history null if it may not be read
     */
    ForeseenStarts(
            @Nullable Path workerJar,
            List<Path> jars,
            @Nullable ApplicationKey application,
            @Nullable History history) {
        this.jars = jars;
        this.build = jars.size() == 1 && application != null ? application.build() : null;
        this.rows = history == null ? List.of() : history.starts();
        this.history = history != null;
        this.worker = new Pushed(() -> WorkerJar.find(workerJar), HeldContents.jarsOfUser());
    }

    /**
     * The start of workers on this machine.
     *
     * @param kind {@link StartKnowledge#LOCAL} or {@link StartKnowledge#EMBEDDED}
     */
    StartKnowledge here(String kind, StartKnowledge.Command command) {
        String here = ThisHost.name();
        NetworkView view = NetworkView.star("this machine", List.of(new Host(here, 0)));
        return StartKnowledge.of(
                rows,
                new StartKnowledge.Asked(kind, view, List.of(here), here, here, Set.of(), 0, Set.of(), 0),
                command);
    }

    /** Remembers which jars the hosts have that computed. */
    void remember(Launching launching) {
        for (Launching.Start start : launching.launch()) {
            if (history && start.readySeconds() > 0) {
                switch (start.kind()) {
                    case StartKnowledge.SSH -> remember(start.host(), worker);
                    case StartKnowledge.MASTER -> remember(start.host(), program);
                    default -> {
                        // no jar was sent
                    }
                }
            }
        }
    }

    private void remember(String host, Pushed pushed) {
        JarToPush jar = pushed.jar();
        if (jar != null) {
            pushed.held.remember(host, jar.hash(), jar.bytes());
            if (build != null) {
                pushed.held.remember(host, build, applicationBytes());
            }
        }
    }

    /**
     * The starts of workers, which are started from here when the master listens; that of a master on another host
     * comes first.
     */
    @Override
    public StartKnowledge of(NetworkView view, String master, List<String> workers) {
        String here = PlanRoles.here(view).stream().findFirst().orElse(ThisHost.name());
        StartKnowledge started = starts(StartKnowledge.SSH, view, workers, here, master);
        if (master.equals(here)) {
            return started;
        }
        StartKnowledge first = starts(StartKnowledge.MASTER, view, List.of(master), here, here);
        return started.after(first, first.endSeconds() + returning(view, master, here));
    }

    private StartKnowledge starts(String kind, NetworkView view, List<String> hosts, String from, String master) {
        Pushed jar = kind.equals(StartKnowledge.MASTER) ? program : worker;
        boolean known = history && !hosts.isEmpty();
        return StartKnowledge.of(
                rows,
                new StartKnowledge.Asked(
                        kind,
                        view,
                        hosts,
                        from,
                        master,
                        known ? jar.holders(hosts) : Set.of(),
                        jar.bytes(),
                        known ? prepared(kind, jar, hosts) : Set.of(),
                        applicationBytes()));
    }

    /** Hosts that have the application's jar. */
    private Set<String> prepared(String kind, Pushed jar, List<String> hosts) {
        String own = build;
        return own == null
                ? Set.of()
                : hosts.stream()
                        .filter(host -> prepared.computeIfAbsent(
                                kind + " " + host,
                                unused -> !jar.held.holders(own, List.of(host)).isEmpty()))
                        .collect(Collectors.toSet());
    }

    /** Time in which the files of a master come back: as they last came from this host, else by their size [s]. */
    private double returning(NetworkView view, String master, String here) {
        List<StartRow> masters = rows.stream()
                .filter(row -> row.kind().equals(StartKnowledge.MASTER) && row.joinSeconds() >= 0)
                .toList();
        double[] there = masters.stream()
                .filter(row -> row.host().equals(master))
                .mapToDouble(StartRow::joinSeconds)
                .toArray();
        if (there.length > 0) {
            return Median.of(Arrays.stream(there));
        }
        long bytes = masters.isEmpty()
                ? RETURNED_BYTES
                : (long) Median.of(masters.stream().mapToDouble(StartRow::joinBytes));
        return StartKnowledge.sendingSeconds(view, master, here, bytes);
    }

    /** The usual time from the last result to the end, of runs that were started in this way [s]. */
    double endSeconds(String kind, StartKnowledge.Command command) {
        NetworkView nothing = NetworkView.star("none", List.of());
        String here = ThisHost.name();
        return StartKnowledge.of(
                        rows,
                        new StartKnowledge.Asked(kind, nothing, List.of(), here, here, Set.of(), 0, Set.of(), 0),
                        command)
                .endSeconds();
    }

    private long applicationBytes() {
        return jars.stream().mapToLong(ForeseenStarts::bytes).sum();
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException unreadable) {
            return 0; // the run itself says so
        }
    }
}
