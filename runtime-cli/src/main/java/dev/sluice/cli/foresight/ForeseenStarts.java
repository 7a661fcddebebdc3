package dev.sluice.cli.foresight;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.HeldContents;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.StartRow;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.launch.JarToPush;
import dev.sluice.launch.LaunchException;
import dev.sluice.launch.WorkerJar;
import dev.sluice.master.report.Launching;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks what the start of a run's workers is expected to take. */
final class ForeseenStarts {
    static final String SSH = "ssh";

    private final ForesightTerms terms;
    private final List<StartRow> rows;
    private final @Nullable String build;

    /** Null if nothing is remembered. */
    private final @Nullable HeldContents jars;

    /**
     * @param application whose build names its jar
     * @param history null if it may not be read
     */
    ForeseenStarts(ForesightTerms terms, ApplicationKey application, @Nullable History history) {
        this.terms = terms;
        this.build = terms.jars().size() == 1 ? application.build() : null;
        this.rows = history == null ? List.of() : history.starts();
        this.jars = history == null ? null : HeldContents.jarsOfUser();
    }

    /**
     * The start of workers on this machine.
     *
     * @param kind {@link StartKnowledge#LOCAL} or {@link StartKnowledge#EMBEDDED}
     */
    StartKnowledge here(String kind) {
        String here = ThisHost.name();
        NetworkView view = new NetworkView(
                "this machine", List.of(new Link("loopback", Wire.UNLIMITED)), List.of(new Host(here, 0)));
        return StartKnowledge.of(
                rows, new StartKnowledge.Asked(kind, view, List.of(here), here, here, Set.of(), 0, Set.of(), 0));
    }

    /** Remembers which jars the hosts have that computed. */
    void remember(Launching launching) {
        JarToPush pushed = workerJar();
        HeldContents known = jars;
        if (pushed == null || known == null) {
            return;
        }
        for (Launching.Start start : launching.starts()) {
            if (start.kind().equals(SSH) && start.readySeconds() > 0) {
                known.remember(start.host(), pushed.hash(), pushed.bytes());
                if (build != null) {
                    known.remember(start.host(), build, bytes(terms.jar()));
                }
            }
        }
    }

    /** The starts of workers over ssh, and on this host of processes. */
    StartKnowledge of(NetworkView view, List<String> workers, String master) {
        JarToPush pushed = workerJar();
        return StartKnowledge.of(
                rows,
                new StartKnowledge.Asked(
                        SSH,
                        view,
                        workers,
                        ThisHost.name(),
                        master,
                        pushed == null ? Set.of() : holders(pushed.hash(), workers),
                        pushed == null ? 0 : pushed.bytes(),
                        build == null ? Set.of() : holders(build, workers),
                        terms.jars().stream().mapToLong(ForeseenStarts::bytes).sum()));
    }

    /** The usual time from the command until launching begins, of runs with workers over ssh [s]. */
    double usualCommandSeconds() {
        return StartKnowledge.of(rows, nobody(SSH)).commandSeconds();
    }

    private static StartKnowledge.Asked nobody(String kind) {
        NetworkView nothing = new NetworkView("none", List.of(new Link("switch", Wire.UNLIMITED)), List.of());
        return new StartKnowledge.Asked(
                kind, nothing, List.of(), ThisHost.name(), ThisHost.name(), Set.of(), 0, Set.of(), 0);
    }

    /** The usual time from the last result to the end, of runs that were started in this way [s]. */
    double endSeconds(String kind) {
        return StartKnowledge.of(rows, nobody(kind)).endSeconds();
    }

    /** Workers whose hosts are believed to have this jar. */
    private Set<String> holders(String sha256, List<String> workers) {
        HeldContents known = jars;
        return known == null ? Set.of() : known.holders(sha256, workers);
    }

    /** The worker's jar; null if there is none, without which nothing can be started. */
    private @Nullable JarToPush workerJar() {
        try {
            return JarToPush.of(WorkerJar.find(terms.workers().jar()));
        } catch (LaunchException unknown) {
            return null;
        }
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException unreadable) {
            return 0; // the run itself says so
        }
    }
}
