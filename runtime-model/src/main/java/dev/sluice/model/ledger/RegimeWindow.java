package dev.sluice.model.ledger;

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
 */
public record RegimeWindow(
        double fromSeconds, double toSeconds, CauseTimes times, List<LinkUse> links, double messages, double accept) {
    /**
     * A link or port.
     *
     * @param use of its capacity, 0 to 1; 0 if the capacity is not known
     * @param waited slot time of the workers behind it spent waiting for links [ns]
     */
    public record LinkUse(String name, double use, double waited) {}

    public RegimeWindow {
        links = List.copyOf(links);
    }

    /** Slot time in which slots had work, or could have had it [ns]. */
    public double busyNanos() {
        return times.total() - (double) times.of(Cause.STARTING) - times.of(Cause.NO_WORK) - times.of(Cause.PARKED);
    }
}
