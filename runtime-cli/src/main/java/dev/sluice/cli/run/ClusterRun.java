package dev.sluice.cli.run;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.cli.foresight.RunForesight;
import dev.sluice.cli.page.LivePage;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.Applications;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.RunId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A run with workers, from the first socket to the last process. Used once. It goes through objects that are made one
 * after the other: {@link PreparedRun}, {@link BegunRun}, {@link ListeningRun}, {@link EndedRun}.
 */
public final class ClusterRun {
    private final PreparedRun prepared;
    private final RunTerms typed;
    private final CompletableFuture<ListeningRun> listening = new CompletableFuture<>();

    /**
     * What a command wants of its run beyond the request.
     *
     * @param sampled units that each slot computes instead of all; 0 for all
     * @param stopping called on a signal, which then interrupts running units, as the end of the run does; null if
     *     running units are finished first
     * @param conclude says how a run ends whose application knows more of it than its units; called on the thread that
     *     ends the run, perhaps more than once
     */
    public record Wishes(int sampled, @Nullable Runnable stopping, UnaryOperator<RunEnd> conclude) {
        /** A run that is as its units are. */
        public static final Wishes NONE = new Wishes(0, null, UnaryOperator.identity());
    }

    public ClusterRun(RunRequest request, Hosted<?, ?, ?> application, RunTerms terms, Output output, Wishes wishes) {
        this.prepared = PreparedRun.of(request, application, output, wishes);
        this.typed = terms;
    }

    /** Ends it soon, with what is computed by then. Any thread; without effect before it has begun. */
    public void stop() {
        ListeningRun run = listening.getNow(null);
        if (run != null) {
            run.loop().course().stop(0);
        }
    }

    /** Ends the run, because its journal failed. Any thread. */
    private void end(RunEnd how) {
        ListeningRun run = listening.getNow(null);
        if (run != null) {
            run.loop().course().end(how);
        }
    }

    /** Times of units on each host, after the run. */
    public List<HostTimes> hosts() {
        return prepared.conclusion().hosts();
    }

    /** Mean time of the master per result, with decoding, after the run; NaN without results. */
    public double acceptSeconds() {
        return prepared.conclusion().acceptSeconds();
    }

    /** The processes that have computed, by their ids; when the run is over. */
    public Map<Long, String> processes() {
        return prepared.conclusion().processes();
    }

    /** The commands that do the same. */
    List<String> byHand() {
        return prepared.byHand();
    }

    public RunEnd run() throws IOException, InterruptedException {
        RunRequest request = prepared.request();
        LivePage.check(request.reporting().page());
        RunDirectory directory = prepared.directory();
        RunId id = prepared.id();
        EmbeddedAccess embedded = prepared.embedded();
        try (DurableRun durable = new DurableRun(request, directory, id, prepared.output());
                RunAccess access = embedded != null
                        ? embedded
                        : new ListeningAccess(
                                request,
                                new ListeningAccess.Places(id, prepared.runFile(), directory),
                                durable,
                                prepared.output())) {
            EndedRun end = run(access, durable);
            durable.finish(end.how(), end.failed());
            return end.how();
        }
    }

    private EndedRun run(RunAccess access, DurableRun durable) throws IOException, InterruptedException {
        BegunRun begun;
        try {
            begun = BegunRun.of(prepared, typed, durable, this::end);
        } catch (ApplicationException failure) {
            RunEnd end =
                    RunEnd.failed(Applications.failed(failure).code(), String.valueOf(failure.getMessage()), failure);
            return EndedRun.of(prepared.wishes().conclude().apply(end));
        }
        RunRequest request = prepared.request();
        try (RunForesight forecast =
                prepared.conclusion().forecast(begun.settings().jars())) {
            RunDirectoryFiles.prepare(prepared.directory(), request.master().runFile(), prepared.embedded() == null);
            durable.claim();
            return run(access, begun, forecast);
        }
    }

    /** Runs it in a directory that is made. */
    private EndedRun run(RunAccess access, BegunRun begun, RunForesight forecast)
            throws IOException, InterruptedException {
        AtomicBoolean reported = new AtomicBoolean();
        RunRequest request = prepared.request();
        RunDirectory directory = prepared.directory();
        try {
            if (request.reporting().history() || request.master().id() != null) { // submitted runs are found by ids
                RunDirectoryFiles.list(directory, prepared.output()::say);
            }
            ListeningRun run;
            EndedRun end;
            try {
                run = new ListeningRun(prepared, begun, forecast, access, reported);
                listening.complete(run);
                end = run.run();
            } finally {
                prepared.subMasters().close();
                prepared.launchers().awaitEnd(0);
            }
            return run.conclude(end);
        } catch (Exception failure) {
            if (!reported.get()) {
                RunDirectoryFiles.write(
                        directory,
                        prepared.id(),
                        begun.terms(),
                        failure,
                        prepared.wishes().conclude());
            }
            throw failure;
        }
    }
}
