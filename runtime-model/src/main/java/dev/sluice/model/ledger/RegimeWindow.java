package dev.sluice.model.ledger;

import dev.sluice.model.ResourceUse;
import java.util.List;

/**
 * The measurements of an interval of a run.
 *
 * @param fromSeconds begin, since the start of the run
 * @param toSeconds end
 * @param times slot time by cause in it
 * @param links all links and ports, those nearer to the master first
 * @param messages share of the interval in which the busiest thread for messages worked, 0 to 1
 * @param accept share of the interval in which the application's thread worked, 0 to 1
 * @param methods the part of {@code accept} in which the application took results, ended cycles and began them
 * @param held the part of the interval in which one call of the application lasted for seconds
 * @param resources for which units waited in it
 */
public record RegimeWindow(
        double fromSeconds,
        double toSeconds,
        CauseTimes times,
        List<LinkUse> links,
        double messages,
        double accept,
        double methods,
        double held,
        List<ResourceUse> resources) {
    /** Share of the slots' time from which waits show which link limits. */
    private static final double LEAST_WAIT = 0.05;

    /**
     * A link or port.
     *
     * @param use of its capacity, 0 to 1; 0 if the capacity is not known
     * @param waited slot time of the workers behind it spent waiting for links [ns]
     */
    public record LinkUse(String name, double use, double waited) {
        boolean toHost() {
            return name.startsWith(RunVerdict.LINK_TO);
        }
    }

    public RegimeWindow {
        links = List.copyOf(links);
        resources = List.copyOf(resources);
    }

    /** The same interval, in which units waited for these resources. */
    public RegimeWindow with(List<ResourceUse> waited) {
        return new RegimeWindow(fromSeconds, toSeconds, times, links, messages, accept, methods, held, waited);
    }

    /** The share of the interval in which units waited for a resource, 0 to 1. */
    double share(ResourceUse use) {
        return Math.min(1, use.shortNanos() / 1e9 / Math.max(1e-9, toSeconds - fromSeconds));
    }

    /** Slot time in which slots had work, or could have had it [ns]. */
    public double busyNanos() {
        return times.total() - (double) times.of(Cause.STARTING) - times.of(Cause.NO_WORK) - times.of(Cause.PARKED);
    }

    /**
     * Tells whether the application has more of the master's work than Sluice, and at least half of this load; also if
     * single calls, which all results and inputs wait for, have that half.
     */
    public boolean ofApplication(double load) {
        return held > 0 && held >= load / 2 || methods >= load / 2 && methods > Math.max(messages, accept - methods);
    }

    /** The share of slot time that is left of this one without waits for single calls of the application. */
    public double beyondHeld(double share) {
        return Math.max(0, share - held);
    }

    /**
     * The links whose use may limit the run. If slots waited for links to hosts, those with less than half of the
     * longest wait do not: their capacity was measured too low.
     */
    public List<LinkUse> limiting() {
        double most = links.stream()
                .filter(LinkUse::toHost)
                .mapToDouble(LinkUse::waited)
                .max()
                .orElse(0);
        boolean waits = most >= LEAST_WAIT * times.total();
        return links.stream()
                .filter(link -> !waits || !link.toHost() || link.waited >= most / 2)
                .toList();
    }
}
