package dev.sluice.api;

/**
 * After how many steps the parts are copied: 1, then twice as many after each copy, up to a limit; half as many after a
 * loss, so that a run goes on however often workers are lost.
 *
 * <p>An application may set the limit. Otherwise it is {@value #USUAL} until a worker is lost, then √(2·C·T) (Young,
 * Daly), where C is the time that a copy adds to its step, and T the mean time between losses. Times come with results,
 * so that a run that is resumed has the same cycles. Confined to the thread that calls the application on the master.
 */
final class CopyInterval {
    static final int USUAL = 32;
    static final int MOST = 1_024;

    private final int given;
    private int steps;
    private long losses;
    private final Mean plain = new Mean();
    private final Mean copying = new Mean();

    private boolean running;
    private long latestNanos;
    private boolean latestCopies;

    /** A mean of durations [ns]. */
    private static final class Mean {
        private double sum;
        private long count;

        void add(double nanos) {
            sum += nanos;
            count++;
        }

        double value() {
            return count == 0 ? 0 : sum / count;
        }
    }

    /**
     * @param given the limit that the application sets; 0 if it sets none
     * @param first steps until the first copy
     */
    CopyInterval(int given, int first) {
        this.given = given;
        this.steps = first;
    }

    /** Steps from the latest copy to the next. */
    int steps() {
        return steps;
    }

    /** A step that was done began at this time, and copied parts or not. */
    void stepped(long beganNanos, boolean copies) {
        if (running && beganNanos > latestNanos) {
            (latestCopies ? copying : plain).add(beganNanos - latestNanos);
        }
        running = true;
        latestNanos = beganNanos;
        latestCopies = copies;
    }

    void copied() {
        steps = (int) Math.min(limit(), 2L * steps);
    }

    /** Steps have to be repeated. */
    void lost() {
        running = false;
        losses++;
        steps = Math.max(1, steps / 2);
    }

    private int limit() {
        if (given > 0) {
            return given;
        }
        double copyNanos = copying.value() - plain.value();
        if (losses == 0 || plain.count == 0 || copying.count == 0) {
            return USUAL;
        }
        double betweenNanos = (plain.sum + copying.sum) / losses;
        double best = Math.sqrt(2 * Math.max(0, copyNanos) * betweenNanos) / plain.value();
        return (int) Math.max(1, Math.min(MOST, Math.round(best)));
    }
}
