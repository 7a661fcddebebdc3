package dev.sluice.cli.foresight;

import dev.sluice.insight.gain.GainInput;
import dev.sluice.insight.gain.GainMeasurement;
import dev.sluice.insight.gain.GainResult;
import dev.sluice.insight.gain.RunGains;
import dev.sluice.master.RunCore;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunTerms;
import dev.sluice.master.WorkerEntry;
import dev.sluice.master.application.ApplicationThread;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.HostCosts;
import dev.sluice.master.report.RunViews;
import dev.sluice.model.record.RunView;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.net.rules.TransportKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a finished run could have been. The measurements are taken on the master loop, the rest is computed by
 * the run's thread.
 */
public final class RunGain {
    private final @Nullable GainInput input;
    private final GainResult result;

    private RunGain(@Nullable GainInput input, GainResult result) {
        this.input = input;
        this.result = result;
    }

    /**
     * Takes the measurements of a run, on the master loop.
     *
     * @param application its thread; null if it never started
     * @param costs as this run counted them; empty for a run in one process
     * @param over whether the run has ended
     */
    public static GainInput measure(
            RunCore core,
            RunTerms.ResultMode results,
            @Nullable ApplicationThread application,
            List<HostCosts> costs,
            boolean over) {
        long accepted = core.progress().snapshot().counters().accepted();
        RuntimeCosts counted = RuntimeCosts.UNKNOWN;
        for (HostCosts host : costs) {
            counted = counted.or(host.costs());
        }
        boolean embedded = core.registry().entries().stream().allMatch(RunGain::isEmbedded);
        return GainMeasurement.of(
                core,
                new GainMeasurement.RunFacts(
                        results,
                        accepted == 0 || application == null ? 0 : application.acceptNanos() / 1e9 / accepted,
                        counted.or(embedded ? RuntimeCosts.EMBEDDED : RuntimeCosts.DEFAULT),
                        over),
                over ? core.progress().endNanos() : core.nanoTime());
    }

    private static boolean isEmbedded(WorkerEntry entry) {
        return entry.line().transport() == TransportKind.MEMORY;
    }

    /** Computes what the run could have been. A defect of the model costs these figures, and not the report. */
    public static RunGain of(@Nullable GainInput input) {
        if (input == null) {
            return new RunGain(null, GainResult.unknown("the run was not measured"));
        }
        try {
            return new RunGain(input, RunGains.of(input));
        } catch (RuntimeException defect) {
            return new RunGain(input, GainResult.unknown("the model failed: " + defect));
        }
    }

    /** The possible rate [units/s]; 0 if it is not known. */
    double ratePossible() {
        return result.ratePossible();
    }

    /** Why that rate is not known; empty if it is. */
    String doubt() {
        return result.doubt();
    }

    /** The part of the report. */
    Expected.Gains gains(RunProgress progress) {
        return new Expected.Gains(
                result.ratePossible() > 0 ? rate(progress) / result.ratePossible() : null,
                Double.isFinite(result.modelError()) ? result.modelError() : null,
                result.changes(),
                result.note());
    }

    /** The rate since the first slot [units/s]; 0 if it was not measured. */
    double rate(RunProgress progress) {
        GainInput measured = input;
        double seconds = measured == null ? 0 : measured.seconds() - progress.firstSlotNanos() / 1e9;
        return measured == null || seconds <= 0 ? 0 : measured.work().doneUnits() / seconds;
    }

    /** The figures of views of the finished run. */
    public RunViews.Expectation expectation() {
        return expectation(result);
    }

    /** The figures of views of a run. */
    public static RunViews.Expectation expectation(GainResult found) {
        return new RunViews.Expectation(found.ratePossible(), found.scaling(), found.changes(), found.links());
    }

    /** The last view of a run with this end. */
    public static RunView in(RunView view, RunEnd how) {
        return new RunView(
                view.sequence(),
                view.whole(),
                view.about().ended(RunViews.words(how), how.exitCode()),
                view.overview(),
                view.lanes(),
                view.bands(),
                view.spans(),
                view.transfers(),
                view.series(),
                view.links(),
                view.ledger(),
                view.scaling(),
                view.forecasts(),
                view.hosts(),
                view.decisions(),
                view.failures(),
                view.course());
    }
}
