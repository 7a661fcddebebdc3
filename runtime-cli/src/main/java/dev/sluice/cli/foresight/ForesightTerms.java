package dev.sluice.cli.foresight;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.KnownCosts;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.model.simulate.SimulationTerms;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells what a forecast needs to know of a run, concluded from its options.
 *
 * @param jars of the application, its own first
 * @param prediction a file; null: the latest prediction, if any
 * @param active number of workers that are at work; 0: all
 * @param terms how units are handed out
 * @param history whether the history of runs is read and written
 * @param planned what the planner decided; null without a plan
 * @param expected of it
 */
public record ForesightTerms(
        RunKind kind,
        List<Path> jars,
        @Nullable Path prediction,
        WorkersToStart workers,
        int active,
        SimulationTerms terms,
        boolean history,
        @Nullable RunPlan planned,
        RunExpectation expected) {
    public ForesightTerms {
        jars = List.copyOf(jars);
    }

    /** The terms of a usual run: one worker in the process of the command, with a slot for each processor. */
    public static ForesightTerms usual(List<Path> jars, SimulationTerms terms, boolean history) {
        WorkersToStart workers =
                WorkersToStart.inThisProcess(Runtime.getRuntime().availableProcessors());
        return new ForesightTerms(RunKind.EMBEDDED, jars, null, workers, 0, terms, history, null, RunExpectation.NONE);
    }

    /** The same, simulated in another way. */
    public ForesightTerms simulatedBy(SimulationTerms other) {
        return new ForesightTerms(kind, jars, prediction, workers, active, other, history, planned, expected);
    }

    Path jar() {
        return jars.get(0);
    }

    /** Worker processes of this machine that are at work. */
    int local() {
        return active == 0 ? workers.local() : Math.min(active, workers.local());
    }

    /**
     * The kind of a run with workers.
     *
     * @param planned whether a plan chose the hosts, here or where the run was asked for
     * @param open whether workers may join that the command does not start
     */
    public static RunKind kind(WorkersToStart workers, boolean planned, boolean open) {
        if (workers.embedded()) {
            return RunKind.EMBEDDED;
        }
        if (planned) {
            return RunKind.PLANNED;
        }
        if (workers.pool() != null) {
            return RunKind.POOL;
        }
        if (workers.slurm() != null) {
            return RunKind.SLURM;
        }
        if (open) {
            return RunKind.LISTEN;
        }
        return workers.hosts().isEmpty() ? RunKind.LOCAL : RunKind.HOSTS;
    }

    /** The costs of the runtime itself here, from the history if it may be read. */
    public KnownCosts knownCosts(Consumer<String> news) {
        return history ? KnownCosts.here(RunRecord.history(news)) : KnownCosts.DEFAULT;
    }
}
