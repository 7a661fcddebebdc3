package dev.sluice.insight.predict;

import dev.sluice.insight.history.CostRow;
import dev.sluice.insight.history.History;
import dev.sluice.master.report.Processor;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.net.runfile.ThisHost;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/**
 * The runtime's own costs on this host: counted by the latest runs here, else by the latest runs on hosts with the same
 * processor, else {@link RuntimeCosts#DEFAULT}; each figure separately.
 *
 * @param costs all figures are known
 * @param source for people
 * @param time of the latest run among the sources; the epoch if there is none
 */
public record KnownCosts(RuntimeCosts costs, String source, Instant time) {
    /** The costs before any run has counted them. */
    public static final KnownCosts DEFAULT =
            new KnownCosts(RuntimeCosts.DEFAULT, "as shipped, until a run here has counted them", Instant.EPOCH);

    /** The costs from this user's history. */
    public static KnownCosts here(History history) {
        return of(history.costs(), ThisHost.name(), Processor.here().model());
    }

    /** @param rows newest first */
    static KnownCosts of(List<CostRow> rows, String host, String processor) {
        RuntimeCosts there = latest(rows, row -> row.host().equals(host));
        RuntimeCosts alike = latest(
                rows, row -> !row.processor().isEmpty() && row.processor().equals(processor));
        RuntimeCosts counted = there.or(alike);
        if (counted.equals(RuntimeCosts.UNKNOWN)) {
            return DEFAULT;
        }
        boolean exact = !there.equals(RuntimeCosts.UNKNOWN);
        Instant time = rows.stream()
                .filter(row -> exact ? row.host().equals(host) : row.processor().equals(processor))
                .findFirst()
                .map(CostRow::time)
                .orElse(Instant.EPOCH);
        String source = exact
                ? "as earlier runs counted them on this host"
                : "as runs counted them on a host with the same processor";
        return new KnownCosts(counted.or(RuntimeCosts.DEFAULT), source, time);
    }

    private static RuntimeCosts latest(List<CostRow> rows, Predicate<CostRow> of) {
        return rows.stream().filter(of).map(CostRow::costs).reduce(RuntimeCosts.UNKNOWN, RuntimeCosts::or);
    }
}
