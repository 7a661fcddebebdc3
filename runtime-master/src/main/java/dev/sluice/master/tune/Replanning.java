package dev.sluice.master.tune;

import dev.sluice.model.schedule.Handout;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Plans the rest of a run whose machines are not as they were believed to be. Called beside the master loop. */
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
     */
    record Rest(Handout now, long units, double cyclesAfter, double seconds, Measured measured, Crew crew) {}

    /**
     * Measurements of the run.
     *
     * @param times by host: times of units over believed ones, those of the host in the middle 1
     * @param lines by name: the time that results or inputs take on a line over the believed one; 1 for others
     */
    record Measured(Map<String, Double> times, Map<String, Double> lines) {
        public Measured {
            times = Collections.unmodifiableMap(new TreeMap<>(times));
            lines = Collections.unmodifiableMap(new TreeMap<>(lines));
        }
    }

    /**
     * Who is there.
     *
     * @param working hosts with a worker of this master that is at work
     * @param waiting hosts with workers that wait because enough others are at work
     * @param below by the host of each sub-master: the hosts of its workers
     * @param sites that may get a sub-master
     * @param startable hosts without a worker, which may get one
     */
    record Crew(
            Set<String> working,
            Set<String> waiting,
            Map<String, Set<String>> below,
            Set<String> sites,
            Set<String> startable) {
        public Crew {
            working = Collections.unmodifiableSet(new TreeSet<>(working));
            waiting = Collections.unmodifiableSet(new TreeSet<>(waiting));
            below = Collections.unmodifiableMap(new TreeMap<>(below));
            sites = Collections.unmodifiableSet(new TreeSet<>(sites));
            startable = Collections.unmodifiableSet(new TreeSet<>(startable));
        }
    }

    /**
     * A way to go on.
     *
     * @param parked hosts without which the run ends earlier
     * @param unparked hosts that wait, or may get a worker, with which it ends earlier
     * @param split sites that get a sub-master
     * @param merged hosts whose sub-master is removed
     */
    record Way(Handout handout, Set<String> parked, Set<String> unparked, Set<String> split, Set<String> merged) {
        public Way {
            parked = Set.copyOf(parked);
            unparked = Set.copyOf(unparked);
            split = Set.copyOf(split);
            merged = Set.copyOf(merged);
        }

        /** The same workers and the same tree. */
        public static Way by(Handout handout) {
            return new Way(handout, Set.of(), Set.of(), Set.of(), Set.of());
        }
    }

    /**
     * A wire between hosts and the master.
     *
     * @param hosts whose results or inputs pass it
     * @param bytesPerSecond that it, and what lies between it and the master, is believed to carry [bytes/s]
     * @param roundTripSeconds between these hosts and the master [s]
     * @param error standard deviation of the logarithm of its rate
     */
    record Line(String name, Set<String> hosts, double bytesPerSecond, double roundTripSeconds, double error) {
        public Line {
            hosts = Set.copyOf(hosts);
        }
    }

    /**
     * The beliefs of the plan of a run.
     *
     * @param unitSeconds by host: time of a unit on one of its slots [s]
     * @param lines towards the master, which may limit the run
     * @param inputs lines from the master, which may
     */
    record Beliefs(Map<String, Double> unitSeconds, List<Line> lines, List<Line> inputs) {
        public Beliefs {
            unitSeconds = Map.copyOf(unitSeconds);
            lines = List.copyOf(lines);
            inputs = List.copyOf(inputs);
        }
    }

    /**
     * The terms under which the rest of a run is planned again.
     *
     * @param again plans the rest
     * @param beside where it does so; the run closes it
     * @param starter starts sub-masters; none if the user did not ask for a tree that is planned
     * @param more starts further workers
     */
    record Terms(Beliefs beliefs, Replanning again, Beside beside, SubMasterStart starter, WorkerStart more) {}
}
