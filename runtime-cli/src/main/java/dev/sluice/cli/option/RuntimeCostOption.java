package dev.sluice.cli.option;

import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.predict.KnownCosts;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The costs of the runtime itself in a simulation. */
public final class RuntimeCostOption {
    /** Sources of costs. */
    enum Source {
        RUNS,
        DEFAULT,
        NONE
    }

    @Option(
            names = "--overheads",
            paramLabel = "SOURCE",
            description = "costs of the runtime itself: RUNS (from earlier runs on this host, or else the shipped "
                    + "figures), DEFAULT (the shipped figures) or NONE (default: RUNS)")
    private @Nullable Source overheads;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    RuntimeCostOption() {}

    /**
     * Costs of workers that are there already.
     *
     * @param news told where they are from, unless the option says it
     */
    public Overheads overheads(Consumer<String> news) {
        if (overheads == Source.NONE) {
            return Overheads.NONE;
        }
        KnownCosts known = overheads == Source.DEFAULT ? KnownCosts.DEFAULT : KnownCosts.here(RunRecord.history(news));
        if (overheads == null) {
            news.accept("costs of the runtime: " + known.source());
        }
        return known.overheads().withStart(0);
    }
}
