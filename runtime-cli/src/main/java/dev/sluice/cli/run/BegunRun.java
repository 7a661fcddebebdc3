package dev.sluice.cli.run;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.Results;
import dev.sluice.cli.foresight.RunConclusion;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunSettings;
import dev.sluice.master.RunTerms;
import dev.sluice.master.files.Jars;
import dev.sluice.master.files.RunInputs;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.policy.PlannedWeights;
import java.io.IOException;
import java.util.function.Consumer;

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
    static BegunRun of(PreparedRun run, RunTerms typed, DurableRun durable, Consumer<RunEnd> broken)
            throws ApplicationException, IOException {
        Jars open = run.open();
        RunConclusion conclusion = run.conclusion();
        PlannedWeights planned =
                EarlierUnitTimes.of(run.request(), conclusion.history(), conclusion.key(open), run.output()::say);
        Hosted<?, ?, ?> application = run.application();
        application.initialize();
        Results<?> results = application.results();
        RunInputs inputs =
                RunInputs.of(application.files(), run.request().limits().fileCacheBytes());
        application.provide(inputs.byName());
        Jars jars = open.with(inputs);
        JournalledRun journal = durable.begin(jars.info(), broken);
        RunSettings settings = ClusterSettings.of(
                run.request(),
                jars,
                run.directory(),
                planned,
                run.subMasters(),
                application.keepsState(),
                durable.takeover());
        return new BegunRun(
                typed.changed(durable.changes()), settings, results, RunReport.Manner.of(settings, results), journal);
    }
}
