package dev.sluice.master.tune;

import dev.sluice.model.schedule.Handout;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plans the rest of a run whose hosts are not as they were believed to be. Called beside the master loop. */
@FunctionalInterface
public interface Replanning {
    /** The better way to go on; null if none is clearly better. */
    @Nullable
    Way of(Rest rest);

    /**
     * The rest of a run.
     *
     * @param now how units are handed out
     * @param units that are left in the cycle, at least 1
     * @param cyclesAfter number of cycles that follow
     * @param seconds that the rest is expected to take [s]
     * @param times by host: measured times of units over believed ones, those of the host in the middle 1
     */
    record Rest(Handout now, long units, double cyclesAfter, double seconds, Map<String, Double> times) {
        public Rest {
            times = Collections.unmodifiableMap(new TreeMap<>(times));
        }
    }

    /**
     * A way to go on.
     *
     * @param parked hosts without which the run ends earlier
     */
    record Way(Handout handout, Set<String> parked) {
        public Way {
            parked = Set.copyOf(parked);
        }
    }

    /**
     * The beliefs of the plan of a run.
     *
     * @param unitSeconds by host: time of a unit on one of its slots [s]
     * @param again plans the rest
     * @param beside where it does so; the run closes it
     */
    record Terms(Map<String, Double> unitSeconds, Replanning again, Beside beside) {
        public Terms {
            unitSeconds = Map.copyOf(unitSeconds);
        }
    }
}
