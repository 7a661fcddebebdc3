package dev.sluice.cli.run;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.Results;
import dev.sluice.cli.foresight.RunConclusion;
import dev.sluice.insight.plan.RestPlanning;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunSettings;
import dev.sluice.master.RunTerms;
import dev.sluice.master.files.Jars;
import dev.sluice.master.files.RunInputs;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.master.tune.Replanning;
import dev.sluice.master.tune.SubMasterStart;
import dev.sluice.master.tune.TunerThread;
import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.share.SharedLinks;
import dev.sluice.net.message.UnitTerms;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A run whose application has begun: its files are known, and so is what earlier masters left of it.
 *
 * @param terms with the changes for which the user vouches
 */
record BegunRun(
        RunTerms terms, RunSettings settings, Results<?> results, RunReport.Manner manner, JournalledRun journal) {
    /**
     * Begins the application, and the journal.
     *
     * @param broken ends the run, because its journal failed
     */
    static BegunRun of(ClusterRun run, RunTerms typed, DurableRun durable, Consumer<RunEnd> broken)
            throws ApplicationException, IOException {
        Hosted<?, ?, ?> application = run.application;
        UnitTerms units = run.request.limits().units(run.id);
        if (application.residence().isPresent() && units.isolation() == UnitTerms.Isolation.ON) {
            throw new SluiceException(
                    ErrorCode.RESIDENT_ISOLATED,
                    "--isolate on: the parts of " + application.className()
                            + " stay in the process of a worker (expected: --isolate off or auto)");
        }
        RunRequest.Application asked = run.request.application();
        Jars open = Jars.open(asked.jars(), application.className(), asked.arguments());
        if (run.embedded != null) {
            run.embedded.serve(open);
        }
        RunConclusion conclusion = run.conclusion;
        PlannedWeights planned =
                EarlierUnitTimes.of(run.request, conclusion.history(), conclusion.key(open), run.output::say);
        application.initialize();
        Results<?> results = application.results();
        RunInputs inputs =
                RunInputs.of(application.files(), run.request.limits().fileCacheBytes());
        application.provide(inputs.byName());
        Jars jars = open.with(inputs);
        JournalledRun journal = durable.begin(jars.info(), broken);
        Scheduling scheduling = run.request.scheduling();
        RunRequest.Limits limits = run.request.limits();
        Long diskBytes = limits.resultDiskBytes();
        RunSettings settings = new RunSettings(
                run.id,
                jars,
                scheduling.rules().with(planned),
                run.application.keepsState() ? units.keepingState() : units,
                new RunSettings.Limits(
                        limits.failures(),
                        new RunSettings.Budget(
                                limits.resultMemoryBytes(),
                                diskBytes == null ? run.directory.freeBytes() / 2 : diskBytes,
                                run.directory.path()),
                        limits.probeBytes()),
                new SplittableRandom(new SecureRandom().nextLong()),
                durable.takeover(),
                new RunSettings.Changes(scheduling.active(), true, tuning(run), replanning(run)),
                sites(run.request));
        return new BegunRun(
                typed.changed(durable.changes()), settings, results, RunReport.Manner.of(settings, results), journal);
    }

    private static @Nullable TuningTerms tuning(ClusterRun run) {
        Scheduling.TunedTree tree = run.request.scheduling().tree();
        if (tree == null) {
            Scheduling asked = run.request.scheduling();
            return asked.tunesWorkers() || !asked.knobs().isEmpty()
                    ? TuningTerms.usual(new TunerThread(), null, asked.knobs())
                    : null;
        }
        List<String> others = tree.elsewhere();
        return TuningTerms.usual(
                new TunerThread(),
                others.isEmpty()
                        ? run.subMasters
                        : run.subMasters.elsewhere(others, run.request.master().runFile()),
                List.of());
    }

    /** Plans the rest of a planned run again when beliefs break; null without a plan. */
    private static Replanning.@Nullable Terms replanning(ClusterRun run) {
        RestPlanning rest = run.request.scheduling().rest();
        RunRequest.Planning asked = run.request.plan();
        SubMasterStart starter = asked != null && asked.tree() ? run.subMasters : SubMasterStart.NONE;
        return rest == null
                ? null
                : new Replanning.Terms(rest.beliefs(), rest, new TunerThread(), starter, run.moreWorkers);
    }

    /** The links that hosts share, as the network view of the plan shows them. */
    private static Map<String, String> sites(RunRequest request) {
        RunRequest.Planning asked = request.plan();
        RunPlan planned = request.planned();
        return asked == null || asked.seen().file() == null || planned == null
                ? Map.of()
                : SharedLinks.of(
                        planned.plan().view(), planned.plan().solution().master());
    }
}
