package dev.sluice.model.flow;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The greatest steady rate with the master on one host: what each worker contributes, how far links are used, what
 * limits it (model.md §4). Of the splits with that rate it is the one that prefers workers on the master's own link,
 * then the faster, then the earlier in the view. Immutable. Rates in units/s.
 */
public final class FlowSolution {
    private final NetworkView view;
    private final int master;
    private final double rate;
    private final double[] hostRates;
    private final LinkUse links;

    /** Most valuable first. */
    private final List<Limit> limits;

    FlowSolution(NetworkView view, int master, double[] hostRates, LinkUse links, List<Limit> limits) {
        this.view = view;
        this.master = master;
        this.hostRates = hostRates;
        this.links = links;
        this.limits = List.copyOf(limits);
        this.rate = Arrays.stream(hostRates).sum();
    }

    /** The view that it was solved for. */
    public NetworkView view() {
        return view;
    }

    /** Index of the master's host. */
    public int master() {
        return master;
    }

    /** Of all workers together [units/s]. */
    public double rate() {
        return rate;
    }

    /** What this host computes; 0 for the master unless it computes too [units/s]. */
    public double hostRate(int host) {
        return hostRates[host];
    }

    /** Hosts that contribute, the greatest rate first. */
    public int[] workers() {
        return IntStream.range(0, hostRates.length)
                .filter(host -> hostRates[host] > 0)
                .boxed()
                .sorted((a, b) -> Double.compare(hostRates[b], hostRates[a]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** What crosses this link: its wire to its parents, or its medium when that is shared [units/s]. */
    public double linkRate(int link) {
        return links.rate(link);
    }

    /** What could cross it, in the direction in which it is used; infinite where there is no limit [units/s]. */
    public double linkCapacity(int link) {
        return links.capacity(link);
    }

    /** Resources in use to the full, the one worth most first; among equals the one nearest to the master. */
    public List<Limit> limits() {
        return limits;
    }
}
