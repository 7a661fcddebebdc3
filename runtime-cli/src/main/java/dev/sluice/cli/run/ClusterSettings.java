package dev.sluice.cli.run;

import dev.sluice.insight.plan.RunPlan;
import dev.sluice.master.RunSettings;
import dev.sluice.master.files.Jars;
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
    private ClusterSettings() {}

    /**
     * The settings, concluded once.
     *
     * @param planned expected time of a unit by host
     * @param starter starts sub-masters, if the tree is tuned
     */
    static RunSettings of(
            RunRequest request,
            Jars jars,
            RunDirectory directory,
            PlannedWeights planned,
            SubMasterStarter starter,
            boolean keepsState,
            RunSettings.Takeover takeover)
            throws IOException {
        Scheduling scheduling = request.scheduling();
        RunRequest.Limits limits = request.limits();
        Long diskBytes = limits.resultDiskBytes();
        return new RunSettings(
                starter.run(),
                jars,
                scheduling.handout(),
                scheduling.delivery(),
                limits.failures(),
                keepsState ? limits.units().keepingState() : limits.units(),
                new RunSettings.Budget(
                        limits.resultMemoryBytes(),
                        diskBytes == null ? directory.freeBytes() / 2 : diskBytes,
                        directory.path()),
                new SplittableRandom(new SecureRandom().nextLong()),
                planned,
                limits.probeBytes(),
                takeover,
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
