package dev.sluice.insight.history;

import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.time.Instant;

/**
 * Costs of the runtime itself on one host, counted by a run.
 *
 * @param time of writing
 * @param processor model of its processors; empty if unknown
 */
public record CostRow(String run, Instant time, String host, String processor, RuntimeCosts costs) {}
