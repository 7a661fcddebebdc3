package dev.sluice.model.topology;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Discovers the links between a vantage and hosts, one probe at a time (Shao 2001, Effective Network Views). Ask for
 * the {@linkplain #next next probe}, have it made, and pass its readings to {@link #measured}, until there is none.
 * Then get the {@link #topology}. Reads no clock: probes contain durations and readings contain rates. Confined to one
 * thread.
 */
public final class Discovery {
    private final Machine vantage;
    private final List<Machine> hosts;
    private final DiscoveryPlan plan;
    private final Measurements measurements;

    /** Null while something is to be measured. */
    private @Nullable Findings found;

    /** @param hosts all hosts but the vantage; transfers name them by their index here */
    public Discovery(Machine vantage, List<Machine> hosts, DiscoveryTerms terms) {
        this.vantage = vantage;
        this.hosts = List.copyOf(hosts);
        this.plan = DiscoveryPlan.of(hosts.size(), terms);
        this.measurements = new Measurements(terms, plan);
    }

    /** The upper bounds of the discovery, whatever the network is like. */
    public DiscoveryPlan plan() {
        return plan;
    }

    /**
     * The probe to make next; empty when everything that the plan allows is known.
     *
     * @param seconds time since the beginning [s]
     */
    public Optional<Probe> next(double seconds) {
        measurements.at(seconds);
        try {
            found = explore();
            return Optional.empty();
        } catch (Measurements.Needed needed) {
            return Optional.of(measurements.probe(needed.test()));
        }
    }

    /** Records the readings of the latest probe, one for each of its transfers, in their order. */
    public void measured(Probe probe, List<Reading> readings) {
        found = null;
        measurements.measured(probe, readings);
    }

    /** Removes a lost host; the others are explored without it. */
    public void lost(int host) {
        found = null;
        measurements.lost(host);
    }

    /** Number of tests so far. */
    public int tests() {
        return measurements.tests();
    }

    /** The slowest transfer between the vantage and a host so far; empty before the first. */
    public Optional<Transfer> slowest() {
        return measurements.slowest();
    }

    /** The estimated rate of a transfer [bytes/s]. */
    public double usual(Transfer transfer) {
        return measurements.usual(transfer);
    }

    /** The duration of the whole, as it is expected now [s]. */
    public double expectedSeconds() {
        return measurements.time().told().seconds();
    }

    /** Why the expected duration is another one than before; empty at the beginning. */
    public String whyExpected() {
        return measurements.time().told().why();
    }

    /** True if the plan's bounds prevented a measurement. */
    public boolean bounded() {
        return measurements.bounded();
    }

    /**
     * The discovered topology.
     *
     * @throws IllegalStateException while a measurement is missing
     */
    public Topology topology() {
        try {
            Findings known = found;
            return new ViewShape(vantage, hosts, measurements, known == null ? explore() : known).topology();
        } catch (Measurements.Needed needed) {
            throw new IllegalStateException("topology: a test is missing (expected: all that next() asks for)", needed);
        }
    }

    private Findings explore() {
        return new Exploration(hosts, measurements).explore();
    }
}
