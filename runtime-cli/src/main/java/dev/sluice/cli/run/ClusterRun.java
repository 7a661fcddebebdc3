package dev.sluice.cli.run;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.cli.foresight.RunConclusion;
import dev.sluice.cli.foresight.RunForesight;
import dev.sluice.cli.launch.Survivors;
import dev.sluice.cli.page.LivePage;
import dev.sluice.cli.runs.AwaitedRuns;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.launch.Launcher;
import dev.sluice.master.MasterLoop;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.Applications;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.tune.WorkerStart;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.UnitOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A run with workers, from the first socket to the last process. Used once. It goes through objects that are made one
 * after the other: this one, {@link BegunRun}, {@link ListeningRun}, {@link EndedRun}.
 */
public final class ClusterRun {
    final RunRequest request;
    final Hosted<?, ?, ?> application;
    final Output output;
    final Wishes wishes;
    final RunId id;
    final RunDirectory directory;
    /** The file of the workers. */
    final Path runFile;
    /** The workers in this process; null in a run whose workers connect. */
    final @Nullable EmbeddedAccess embedded;

    final Launchers launchers;
    final SubMasterStarter subMasters;
    final WorkerStart moreWorkers;
    final RunConclusion conclusion;
    final Survivors survivors = new Survivors();
    private final RunTerms typed;
    private final CompletableFuture<ListeningRun> listening = new CompletableFuture<>();

    /**
     * Tells what a command wants of its run beyond the request.
     *
     * @param sampled units that each slot computes instead of all; 0 for all
     * @param stopping called on a signal, which then interrupts running units, as the end of the run does; null if
     *     running units are finished first
     * @param conclude says how a run ends whose application knows more of it than its units; called on the thread that
     *     ends the run, perhaps more than once
     * @param within time after which no unit may run any more, as far as that is foretold; null: any time
     * @param failed number of failed commands so far, in a run of commands; any thread
     * @param live takes what units print while they are computed, on the master loop; null: nobody does
     */
    public record Wishes(
            int sampled,
            @Nullable Runnable stopping,
            UnaryOperator<RunEnd> conclude,
            @Nullable Duration within,
            LongSupplier failed,
            @Nullable Consumer<UnitOutput> live) {
        /** A run that is as its units are. */
        public static final Wishes NONE = sampling(0);

        /** The same for a run in which each slot computes so many units; 0 for all. */
        public static Wishes sampling(int units) {
            return new Wishes(units, null, UnaryOperator.identity(), null, () -> 0, null);
        }
    }

    public ClusterRun(RunRequest request, Hosted<?, ?, ?> application, RunTerms terms, Output output, Wishes wishes) {
        this.request = request;
        this.application = application;
        this.typed = terms;
        this.output = output;
        this.wishes = wishes;
        this.id = DurableRun.id(request);
        this.directory = DurableRun.directory(request, id);
        Path named = request.master().runFile();
        this.runFile = named == null ? directory.runFile() : named;
        List<Launcher> starting = new ArrayList<>(request.workers().launchers(id, directory));
        int slots = request.workers().localSlots();
        this.embedded = request.workers().embedded()
                ? new EmbeddedAccess(id, slots, request.application().jars())
                : null;
        if (embedded != null) {
            starting.add(embedded);
        }
        this.conclusion = new RunConclusion(request.foresight(), application, output::say);
        this.launchers = new Launchers(starting, output::say, conclusion.starts());
        RunPlan planned = request.planned();
        this.moreWorkers = launchers.starter(
                planned == null ? List.of() : planned.spares(),
                host -> request.workers().more(id, directory, host));
        this.subMasters = new SubMasterStarter(request.workers(), id, directory, output::say, output::ask);
    }

    int expectedSlots() {
        return launchers.expectedSlots() + request.master().expectSlots();
    }

    /** Starts workers. The run fails when all of them are gone, unless others can join. */
    void startWorkers(MasterLoop loop) {
        launchers.start(loop, request.master().listen() == null);
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
        return conclusion.hosts();
    }

    /** Mean time of the master per result, with decoding, after the run; NaN without results. */
    public double acceptSeconds() {
        return conclusion.acceptSeconds();
    }

    /** The processes that have computed, by their ids; when the run is over. */
    public Map<Long, String> processes() {
        return conclusion.processes();
    }

    /** The commands that do the same. */
    List<String> byHand() {
        return request.workers().embedded()
                ? DryRun.embedded(request)
                : DryRun.of(request, request.workers().launchers(id, directory), directory.path(), runFile);
    }

    /** The facts of the run after this end, for commands of the user. */
    public EndHooks.Facts facts(RunEnd end) {
        ListeningRun run = listening.getNow(null);
        long lost = end.failedCommands();
        if (run == null) {
            return new EndHooks.Facts(id.text(), typed.application(), place(), 0, 0, lost);
        }
        RunProgress progress = run.loop().core().progress();
        RunProgress.Snapshot last = progress.snapshot();
        long given = progress.quarantinedUnits();
        return new EndHooks.Facts(
                id.text(),
                typed.application(),
                place(),
                last.nanos() / 1e9,
                last.finishedInAll() - given,
                lost >= 0 ? lost : given);
    }

    private String place() {
        return directory.path().toAbsolutePath().normalize().toString();
    }

    /**
     * Waits for the runs that have to succeed first; where one did not, this one has failed and its directory says so.
     */
    private void awaitOthers() throws IOException, InterruptedException {
        try {
            AwaitedRuns.demand(request.reporting().hooks().after());
        } catch (SluiceException refused) {
            directory.create();
            RunDirectoryFiles.list(directory, output::say);
            RunDirectoryFiles.write(directory, id, typed, refused, wishes.conclude());
            throw refused;
        }
    }

    public RunEnd run() throws IOException, InterruptedException {
        awaitOthers();
        LivePage.check(request.reporting().page());
        try (DurableRun durable = new DurableRun(request, directory, id, output);
                RunAccess access = embedded != null
                        ? embedded
                        : new ListeningAccess(
                                request, new ListeningAccess.Places(id, runFile, directory), durable, output)) {
            EndedRun end = run(access, durable);
            durable.finish(end.how(), end.failed());
            return end.how();
        }
    }

    private EndedRun run(RunAccess access, DurableRun durable) throws IOException, InterruptedException {
        BegunRun begun;
        try {
            begun = BegunRun.of(this, typed, durable, this::end);
        } catch (ApplicationException failure) {
            RunEnd end =
                    RunEnd.failed(Applications.failed(failure).code(), String.valueOf(failure.getMessage()), failure);
            return EndedRun.of(wishes.conclude().apply(end));
        }
        try (RunForesight forecast = conclusion.forecast(begun.settings().jars())) {
            RunDirectoryFiles.prepare(directory, request.master().runFile(), embedded == null);
            durable.claim();
            return run(access, begun, forecast);
        }
    }

    /** Runs it in a directory that is made. */
    private EndedRun run(RunAccess access, BegunRun begun, RunForesight forecast)
            throws IOException, InterruptedException {
        AtomicBoolean reported = new AtomicBoolean();
        try {
            if (request.reporting().history() || request.master().id() != null) { // submitted runs are found by ids
                RunDirectoryFiles.list(directory, output::say);
            }
            ListeningRun run;
            EndedRun end;
            try {
                run = new ListeningRun(this, begun, forecast, access, reported);
                listening.complete(run);
                end = run.run();
            } finally {
                subMasters.close();
                launchers.awaitEnd(0);
            }
            return run.conclude(end);
        } catch (Exception failure) {
            if (!reported.get()) {
                RunDirectoryFiles.write(directory, id, begun.terms(), failure, wishes.conclude());
            }
            throw failure;
        }
    }
}
