package dev.sluice.benchmarks.campaign;

import java.util.Locale;

/**
 * One fault of an episode.
 *
 * @param millis how long it lasts; unused for KILL and HALF_CLOSE
 * @param choice chooses among several processes of one role; 0 or more
 */
record PlannedFault(FaultKind kind, FaultTarget target, FaultMoment moment, long millis, int choice) {
    @Override
    public String toString() {
        String time = kind == FaultKind.KILL || kind == FaultKind.HALF_CLOSE ? "" : " for " + millis + " ms";
        return kind.name().toLowerCase(Locale.ROOT) + " " + target.name().toLowerCase(Locale.ROOT) + time + " "
                + moment;
    }
}
