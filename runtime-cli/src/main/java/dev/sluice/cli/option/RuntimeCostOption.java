package dev.sluice.cli.option;

import dev.sluice.insight.cost.CostsCache;
import dev.sluice.insight.cost.OverheadsJson;
import dev.sluice.insight.cost.RuntimeCosts;
import dev.sluice.model.simulate.Overheads;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the runtime itself costs on the machines of a command that simulates. */
public final class RuntimeCostOption {
    private static final String NONE = "none";

    @Option(
            names = "--overheads",
            paramLabel = "FILE|none",
            description = "what the runtime itself costs: what 'sluice overheads --json' has printed, or nothing"
                    + " (default: as it was measured on this machine, else as on a common one)")
    private @Nullable String overheads;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    RuntimeCostOption() {}

    /**
     * Of workers that are there already.
     *
     * @param news told where they are from, unless that was asked for
     */
    public Overheads overheads(Consumer<String> news) {
        String asked = overheads;
        if (asked != null) {
            return asked.equals(NONE) ? Overheads.NONE : OverheadsJson.read(Path.of(asked));
        }
        Optional<RuntimeCosts> known = CostsCache.known();
        news.accept(
                known.isPresent()
                        ? "with the runtime's own costs as measured on this machine"
                        : "with the runtime's own costs as on a common machine; 'sluice overheads' measures them here");
        return known.orElse(RuntimeCosts.ASSUMED).overheads().withStart(0);
    }
}
