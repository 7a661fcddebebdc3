package dev.sluice.model.topology;

import java.util.List;
import java.util.Optional;

/**
 * Finds out which links there are between a vantage and hosts, by asking for one probe after the other (sensing.md §4;
 * Shao 2001, Effective Network Views). Ask for the {@linkplain #next next probe}, have it made, tell {@link #measured},
 * until there is none; then there is a {@link #topology}. Reads no clock: a probe has lengths of time and its readings
 * have rates. Confined to one thread.
 */
public final class Discovery {
    private final Machine vantage;
    private final List<Machine> hosts;
    private final DiscoveryPlan plan;
    private final Measurements measurements;

    /** @param hosts beside the vantage; transfers name them by their index here */
    public Discovery(Machine vantage, List<Machine> hosts, DiscoveryTerms terms) {
        this.vantage = vantage;
        this.hosts = List.copyOf(hosts);
        this.plan = DiscoveryPlan.of(hosts.size(), terms);
        this.measurements = new Measurements(terms, plan.mostTests());
    }

    /** What it may come to; kept whatever the network is like. */
    public DiscoveryPlan plan() {
        return plan;
    }

    /** What to measure now; nothing when all is known that the plan allows. */
    public Optional<Probe> next() {
        try {
            explore();
            return Optional.empty();
        } catch (Measurements.Needed needed) {
            return Optional.of(measurements.probe(needed.test()));
        }
    }

    /** What came of the probe that was asked for last: a reading for each of its transfers, in their order. */
    public void measured(Probe probe, List<Reading> readings) {
        measurements.measured(probe, readings);
    }

    /** A host is gone: the others are looked at without it. */
    public void lost(int host) {
        measurements.lost(host);
    }

    /** How many tests there were so far. */
    public int tests() {
        return measurements.tests();
    }

    /** Whether the plan's bound has kept something from being measured. */
    public boolean bounded() {
        return measurements.bounded();
    }

    /**
     * What was found.
     *
     * @throws IllegalStateException while there is something to measure
     */
    public Topology topology() {
        try {
            return new ViewShape(vantage, hosts, measurements, explore()).topology();
        } catch (Measurements.Needed needed) {
            throw new IllegalStateException("topology: a test is missing (expected: all that next() asks for)", needed);
        }
    }

    private Findings explore() {
        return new Exploration(hosts, measurements).explore();
    }
}
