package dev.sluice.insight.predict;

import dev.sluice.insight.history.CostRow;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.PeerCostRow;
import dev.sluice.master.report.Processor;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.PeerCost;
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
 * @param peers the master's cost of a message beside the number of its sessions
 */
public record KnownCosts(RuntimeCosts costs, String source, Instant time, PeerCost peers) {
    /** The costs before any run has counted them. */
    public static final KnownCosts DEFAULT =
            new KnownCosts(RuntimeCosts.DEFAULT, "as shipped, until a run here has counted them", Instant.EPOCH);

    KnownCosts(RuntimeCosts costs, String source, Instant time) {
        this(costs, source, time, PeerCost.NONE);
    }

    /** The costs from this user's history. */
    public static KnownCosts here(History history) {
        KnownCosts known = of(history.costs(), ThisHost.name(), Processor.here().model());
        PeerCost peers = peers(history.peerCosts(), ThisHost.name());
        return new KnownCosts(known.costs(), known.source(), known.time(), peers);
    }

    /** The simulator's costs, with those of the number of sessions. */
    public Overheads overheads() {
        return costs.overheads(peers);
    }

    /** The master's cost by its sessions on this host, if runs had enough different numbers of them. */
    static PeerCost peers(List<PeerCostRow> rows, String host) {
        return PeerCost.fit(rows.stream()
                        .filter(row -> row.host().equals(host) && row.masterMessageNanos() > 0)
                        .map(row -> new PeerCost.Row(row.sessions(), row.masterMessageNanos(), row.messages()))
                        .toList())
                .orElse(PeerCost.NONE);
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
