package dev.sluice.model.flow;

import dev.sluice.model.ResourceUse;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The maximum steady rate with the master on one host: the contribution of each worker, the use of the links, and the
 * bottlenecks. Several splits may reach the rate. The solution prefers workers on the master's own link, then faster
 * workers, then those that come earlier in the view. Immutable. Rates in units/s.
 */
public final class FlowSolution {
    private final NetworkView view;
    private final UnitCosts costs;
    private final int master;
    private final double rate;
    private final double[] hostRates;
    private final LinkUse links;

    /** Bottlenecks, the most valuable first. */
    private final List<Limit> limits;

    FlowSolution(Place place, double[] hostRates, LinkUse links, List<Limit> limits) {
        this.view = place.view();
        this.costs = place.costs();
        this.master = place.master();
        this.hostRates = hostRates;
        this.links = links;
        this.limits = List.copyOf(limits);
        this.rate = Arrays.stream(hostRates).sum();
    }

    /** The question: a master in a view, for units of these costs. */
    record Place(NetworkView view, int master, UnitCosts costs) {}

    /** The solved costs, with the bytes that wires carry. */
    public UnitCosts costs() {
        return costs;
    }

    /** The solved view. */
    public NetworkView view() {
        return view;
    }

    /** Index of the master's host. */
    public int master() {
        return master;
    }

    /** Total rate of all workers [units/s]. */
    public double rate() {
        return rate;
    }

    /** The rate of this host; 0 for the master unless it computes too [units/s]. */
    public double hostRate(int host) {
        return hostRates[host];
    }

    /** Hosts that contribute, in descending order of rate. */
    public int[] workers() {
        return IntStream.range(0, hostRates.length)
                .filter(host -> hostRates[host] > 0)
                .boxed()
                .sorted((a, b) -> Double.compare(hostRates[b], hostRates[a]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The rate over this link: over its wire to its parents, or its medium if the wire is shared [units/s]. */
    public double linkRate(int link) {
        return links.rate(link);
    }

    /** The capacity of this link in the direction in which it is used; infinite if unlimited [units/s]. */
    public double linkCapacity(int link) {
        return links.capacity(link);
    }

    /** The resource of the run that bounds the rate; empty if none does. */
    public Optional<ResourceUse> full() {
        return limits.stream()
                .filter(limit -> limit.kind() == Limit.Kind.RESOURCE)
                .map(limit -> costs.mix().full(name(limit)))
                .findFirst();
    }

    /** The name of the host, link or resource of a limit. */
    public String name(Limit limit) {
        return switch (limit.kind()) {
            case RESOURCE -> costs.mix().scarcest().orElseThrow();
            case LINK -> view.links().get(limit.index()).name();
            default -> view.hosts().get(limit.index()).name();
        };
    }

    /** Fully used resources, in descending order of value. Ties are ordered by kind, from the master outwards. */
    public List<Limit> limits() {
        return limits;
    }
}
