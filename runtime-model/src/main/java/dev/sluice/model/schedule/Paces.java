package dev.sluice.model.schedule;

import dev.sluice.model.policy.Measured;
import dev.sluice.model.policy.Weighting;

/**
 * What was measured of all workers together, or is expected of them, and the weights that follow from it:
 * {@link WorkerRecord#weight}. It is taken anew for all at once, so that the weights sum to p, when it is wanted and
 * workers came or went, or asked so often that a look at each of them is paid for. Confined to the scheduler.
 */
final class Paces {
    private final Weighting weighting;
    private final Roster roster;
    private Measured measured = Measured.NOTHING;
    private int asked;
    private boolean outdated = true;
    private double leastQueueNanos;
    private int queuesAsked;

    Paces(Weighting weighting, Roster roster) {
        this.weighting = weighting;
        this.roster = roster;
    }

    /** A worker asks for work. */
    void asked() {
        if (++asked > roster.all().size() / 4) {
            outdated = true;
        }
    }

    /** Workers may have come or gone. */
    void changed() {
        outdated = true;
    }

    Measured measured() {
        survey();
        return measured;
    }

    /**
     * The shortest queue of any worker's results for a shared link, as of a few results ago [ns]; 0 where none is
     * known.
     */
    double leastQueueNanos() {
        if (++queuesAsked > roster.all().size() / 4) {
            queuesAsked = 0;
            leastQueueNanos = shortestQueueNanos();
        }
        return leastQueueNanos;
    }

    private double shortestQueueNanos() {
        double least = Double.MAX_VALUE;
        for (WorkerRecord worker : roster.all()) {
            if (worker.takesWork() && worker.feed.queueNanos() >= 0) {
                least = Math.min(least, worker.feed.queueNanos());
                if (least == 0) {
                    return 0; // as where nothing queues: then one look is enough
                }
            }
        }
        return least == Double.MAX_VALUE ? 0 : least;
    }

    /** w of each slot of the worker. */
    double weight(WorkerRecord worker) {
        if (weighting == Weighting.EQUAL) {
            return 1;
        }
        survey();
        return worker.weight;
    }

    private void survey() {
        if (!outdated) {
            return;
        }
        outdated = false;
        asked = 0;
        Sums sums = new Sums();
        for (WorkerRecord worker : roster.all()) {
            if (worker.takesWork()) {
                sums.add(worker);
            }
        }
        measured = sums.measured(roster.slots());
        for (WorkerRecord worker : roster.all()) {
            worker.weight = sums.weight(worker.pace);
        }
    }

    private static final class Sums {
        private long units;
        private int knownSlots;
        private double rateWups;
        private int spreadSlots;
        private double dispersionSeconds;
        private double freedom;
        private double squares;
        private int trips;
        private double tripNanos;

        void add(WorkerRecord worker) {
            Pace pace = worker.pace;
            if (worker.feed.roundTripNanos() >= 0) {
                trips++;
                tripNanos += worker.feed.roundTripNanos();
            }
            units += pace.timed();
            if (pace.forecastSeconds() > 0) {
                knownSlots += worker.slots;
                rateWups += worker.slots / pace.forecastSeconds();
            }
            if (pace.timed() > 1) {
                spreadSlots += worker.slots;
                dispersionSeconds += worker.slots * pace.variance() / pace.meanSeconds();
                freedom += pace.units() - 1;
                squares += (pace.units() - 1) * pace.variance();
            }
        }

        Measured measured(int slots) {
            return new Measured(
                    units,
                    trips == 0 ? Double.NaN : tripNanos / trips * 1e-9,
                    freedom > 0 ? Math.sqrt(squares / freedom) : Double.NaN,
                    knownSlots == 0 ? 0 : rateWups * slots / knownSlots,
                    spreadSlots == 0 ? 0 : dispersionSeconds * slots / spreadSlots);
        }

        /** The worker's rate over the mean; those that nothing is known of weigh 1, so that all sum to p. */
        double weight(Pace pace) {
            double seconds = pace.forecastSeconds();
            return seconds > 0 ? knownSlots / (seconds * rateWups) : 1;
        }
    }
}
