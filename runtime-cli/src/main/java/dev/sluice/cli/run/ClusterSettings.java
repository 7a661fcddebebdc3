package dev.sluice.cli.run;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.master.RunSettings;
import dev.sluice.master.files.Jars;
import dev.sluice.master.files.RunInputs;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.tune.TunerThread;
import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.share.SharedLinks;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The settings of a run with workers, as requested. */
final class ClusterSettings {
    /** Workers on which a unit may fail before it is given up. */
    private static final int MOST_FAILURES = 3;

    private ClusterSettings() {}

    /** The settings with the files and needs of the application, which gets its files. */
    static RunSettings with(Hosted<?, ?, ?> application, RunSettings settings, long fileCacheBytes)
            throws ApplicationException, IOException {
        RunInputs inputs = RunInputs.of(application.files(), fileCacheBytes);
        application.provide(inputs.byName());
        RunSettings whole = settings.with(settings.jars().with(inputs));
        return application.keepsState() ? whole.keepingState() : whole;
    }

    /**
     * @param planned expected time of a unit by host
     * @param starter starts sub-masters, if the tree is tuned
     */
    static RunSettings of(
            RunRequest request, Jars open, RunDirectory directory, PlannedWeights planned, SubMasterStarter starter) {
        Scheduling scheduling = request.scheduling();
        RunRequest.Limits limits = request.limits();
        Long diskBytes = limits.resultDiskBytes();
        return new RunSettings(
                starter.run(),
                open,
                scheduling.policy(),
                scheduling.weighting(),
                scheduling.prefetch(),
                scheduling.speculation(),
                MOST_FAILURES,
                limits.keepGoing(),
                limits.stopAt(),
                new RunSettings.Budget(
                        limits.resultMemoryBytes(),
                        diskBytes == null ? directory.freeBytes() / 2 : diskBytes,
                        directory.path()),
                scheduling.setups(),
                scheduling.congestion(),
                limits.units(),
                new SplittableRandom(new SecureRandom().nextLong()),
                planned,
                limits.probeBytes(),
                RunSettings.Takeover.NONE,
                new RunSettings.Changes(scheduling.active(), true, tuning(request, starter)),
                sites(request));
    }

    private static @Nullable TuningTerms tuning(RunRequest request, SubMasterStarter starter) {
        Scheduling.TunedTree tree = request.scheduling().tree();
        if (tree == null) {
            return request.scheduling().tunesWorkers() ? TuningTerms.usual(new TunerThread(), null) : null;
        }
        List<String> others = tree.elsewhere();
        return TuningTerms.usual(
                new TunerThread(),
                others.isEmpty()
                        ? starter
                        : starter.elsewhere(others, request.master().runFile()));
    }

    /** The links that hosts share, as the network view of the plan shows them. */
    private static Map<String, String> sites(RunRequest request) {
        RunRequest.Planning asked = request.plan();
        RunPlan planned = request.planned();
        return asked == null || asked.file() == null || planned == null
                ? Map.of()
                : SharedLinks.of(
                        planned.plan().view(), planned.plan().solution().master());
    }
}
