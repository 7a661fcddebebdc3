package dev.sluice.model.regime;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.regime.Standing.Busiest;
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
 */
public record RegimeWindow(
        double fromSeconds,
        double toSeconds,
        CauseTimes times,
        List<LinkUse> links,
        double messages,
        double accept,
        double methods) {
    /** Share of all waiting that makes a link with few others behind it the cause. */
    private static final double NEARLY_ALL = 0.85;

    /** Share of the slots' time from which waits show which link limits. */
    private static final double LEAST_WAIT = 0.05;

    /** A used link is the cause from this part of the greatest load on. */
    private static final double MUCH = 0.5;

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
    }

    /** Slot time in which slots had work, or could have had it [ns]. */
    double busyNanos() {
        return times.total() - (double) times.of(Cause.STARTING) - times.of(Cause.NO_WORK) - times.of(Cause.PARKED);
    }

    /**
     * The loads. A link or a master for which slots wait is the bottleneck even if its average utilization is low
     * (latency, bursts). Each load is therefore the greater of the utilization and of the fraction of slot time spent
     * waiting for it. The start, and the end of the run without work, count for no load.
     *
     * @param rateWups of the run; 0 if it does not matter [units/s]
     */
    Standing standing(double rateWups) {
        double busy = busyNanos();
        double handling = share(times.of(Cause.RUNTIME), busy);
        double atMaster = Math.max(share(times.of(Cause.MASTER), busy), Math.max(messages, accept));
        Standing.Overhead where = handling > atMaster
                ? Standing.Overhead.SLOT_HANDLING
                : ofApplication(0) ? Standing.Overhead.MASTER_ACCEPT : Standing.Overhead.MASTER_MESSAGES;
        return Standing.of(
                rateWups, share(times.of(Cause.COMPUTE), busy), link(busy), Math.max(handling, atMaster), where);
    }

    /** Tells whether the application has more of the master's work than Sluice, and at least half of this load. */
    boolean ofApplication(double load) {
        return methods >= load / 2 && methods > Math.max(messages, accept - methods);
    }

    /**
     * The links whose use may limit the run. If slots waited for links to hosts, those with less than half of the
     * longest wait do not: their capacity was measured too low.
     */
    List<LinkUse> limiting() {
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

    private Busiest link(double busy) {
        double waits = times.of(Cause.RESULTS_LINK) + (double) times.of(Cause.INPUTS_LINK) + times.of(Cause.SETUP);
        Busiest used = Busiest.NONE;
        String waitedFor = "links, waited for";
        for (LinkUse link : limiting()) {
            used = used.or(new Busiest(link.name, Math.min(1, link.use)));
        }
        for (LinkUse link : links) {
            waitedFor = waits > 0 && link.waited >= NEARLY_ALL * waits ? link.name : waitedFor;
        }
        double load = Math.max(used.use(), share(waits, busy));
        return new Busiest(used.use() > 0 && used.use() >= MUCH * load ? used.name() : waitedFor, load);
    }

    private static double share(double part, double whole) {
        return whole > 0 ? Math.min(1, part / whole) : 0;
    }
}
