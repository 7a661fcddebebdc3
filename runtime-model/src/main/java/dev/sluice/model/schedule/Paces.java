package dev.sluice.model.schedule;

import dev.sluice.model.policy.Measured;
import dev.sluice.model.policy.Weighting;

/**
 * Measurements and forecasts over all workers, and the weights that follow from them: {@link WorkerRecord#weight}. They
 * are computed for all workers at once, so that the weights sum to p. They are refreshed on demand after workers joined
 * or left, or after enough requests to pay for a scan of all workers. Confined to the scheduler.
 */
final class Paces {
    /** All slots that have not joined weigh at least this together. */
    private static final double LEAST_AWAITED = 0.1;

    private Weighting weighting;
    private final double plannedMeanSeconds;
    private final Roster roster;
    private double awaitedWeight = 1;
    private Measured measured = Measured.NOTHING;
    private int asked;
    private boolean outdated = true;
    private double leastQueueNanos;
    private int queuesAsked;

    /** @param plannedMeanSeconds see {@link SchedulerConfig#plannedMeanSeconds} */
    Paces(Weighting weighting, double plannedMeanSeconds, Roster roster) {
        this.weighting = weighting;
        this.plannedMeanSeconds = plannedMeanSeconds;
        this.roster = roster;
    }

    /** Weighs slots in another way from now on. */
    void weigh(Weighting other) {
        weighting = other;
        outdated = true;
    }

    /** Counts a worker's request for work. */
    void asked() {
        if (++asked > roster.all().size() / 4) {
            outdated = true;
        }
    }

    /** Records that workers may have joined or left. */
    void changed() {
        outdated = true;
    }

    Measured measured() {
        survey();
        return measured;
    }

    /** The shortest queue of any worker's results for a shared link [ns], at most a few results old; 0 if unknown. */
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
                    return 0; // usually no result queues, and the first worker shows it
                }
            }
        }
        return least == Double.MAX_VALUE ? 0 : least;
    }

    /** Weight w of each slot of the worker. */
    double weight(WorkerRecord worker) {
        if (weighting == Weighting.EQUAL) {
            return 1;
        }
        survey();
        return worker.weight;
    }

    /** Rate of each slot of the worker divided by the mean rate, as measured or planned; 1 if it is unknown. */
    double speed(WorkerRecord worker) {
        survey();
        return worker.weight;
    }

    /** Weight of each expected slot that has not joined. */
    double awaitedWeight() {
        if (weighting != Weighting.PLANNED) {
            return 1;
        }
        survey();
        return awaitedWeight;
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
        if (weighting == Weighting.PLANNED) {
            weighAsPlanned();
            return;
        }
        for (WorkerRecord worker : roster.all()) {
            worker.weight = sums.weight(worker.pace);
        }
    }

    /**
     * Weighs slots by their planned rates. Awaited slots share what the joined ones leave of p. The weights sum to p,
     * also if other slots join than were planned.
     */
    private void weighAsPlanned() {
        double weights = 0;
        int joined = 0;
        for (WorkerRecord worker : roster.all()) {
            worker.weight = plannedWeight(worker.pace);
            if (worker.takesWork()) {
                weights += worker.slots * worker.weight;
                joined += worker.slots;
            }
        }
        int slots = roster.slots();
        int awaited = slots - joined;
        if (joined == 0) {
            awaitedWeight = 1;
            return;
        }
        double left = awaited == 0 ? 0 : Math.max(slots - weights, LEAST_AWAITED);
        double scale = slots / (weights + left);
        awaitedWeight = awaited == 0 ? 1 : scale * left / awaited;
        for (WorkerRecord worker : roster.all()) {
            worker.weight *= scale;
        }
    }

    /** The planned rate of a slot divided by the planned mean rate; 1 if it has none. */
    private double plannedWeight(Pace pace) {
        double seconds = pace.expectedSeconds();
        return seconds > 0 && plannedMeanSeconds > 0 ? plannedMeanSeconds / seconds : 1;
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

        /** The worker's rate divided by the mean rate. Unknown workers weigh 1, so that the weights sum to p. */
        double weight(Pace pace) {
            double seconds = pace.forecastSeconds();
            return seconds > 0 ? knownSlots / (seconds * rateWups) : 1;
        }
    }
}
