package dev.sluice.insight.history;

import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.time.Instant;

/**
 * What a run counted of the runtime's own costs on one host.
 *
 * @param time when it was written down
 * @param processor model of its processors; empty where it is not known
 */
public record CostRow(String run, Instant time, String host, String processor, RuntimeCosts costs) {}
