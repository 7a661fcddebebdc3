package dev.sluice.model.regime;

import dev.sluice.model.ledger.RunVerdict;
import java.util.Optional;
import java.util.stream.Stream;

/** The bottleneck of a run. */
public enum Regime {
    /** The slots are the bottleneck. */
    COMPUTATION,
    /** A link or the way over it is the bottleneck. */
    COMMUNICATION,
    /** The master or the cost of each assignment is the bottleneck. */
    OVERHEAD,
    /** Two loads are nearly equal. */
    MIXED;

    private static final double ROUNDING = 1e-9;

    /**
     * Determines the regime from three loads at the achievable rate, 0 to 1 each. The greatest load decides, unless the
     * next one reaches 85 % of it.
     */
    public static Regime of(double computation, double communication, double overhead) {
        double most = Math.max(computation, Math.max(communication, overhead));
        double least = Math.min(computation, Math.min(communication, overhead));
        double middle = Math.max(
                Math.min(computation, communication), Math.min(Math.max(computation, communication), overhead));
        if (Math.max(least, middle) >= RunVerdict.NEAR * most - ROUNDING) {
            return MIXED;
        }
        if (most == computation) {
            return COMPUTATION;
        }
        return most == communication ? COMMUNICATION : OVERHEAD;
    }

    /** The regime of these limits; empty if they have no region on a map, such as the start of workers. */
    public static Optional<Regime> of(RunVerdict verdict) {
        return verdict.limits().stream()
                .flatMap(limit -> switch (limit.kind()) {
                    case COMPUTING, NEED -> Stream.of(COMPUTATION);
                    case LINK, SETUP -> Stream.of(COMMUNICATION);
                    case MASTER, OVERHEAD -> Stream.of(OVERHEAD);
                    case NO_WORK, STARTING -> Stream.<Regime>empty();
                })
                .reduce((one, other) -> one == other ? one : MIXED);
    }
}
