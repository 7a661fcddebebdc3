package dev.sluice.api.extension;

import java.util.List;
import java.util.Set;

/**
 * A setting of the run that your application tunes: {@code --tune own} asks it between two cycles. The class is named
 * in {@code META-INF/services/dev.sluice.api.extension.TunerKnob}.
 *
 * <p>Sluice compares the next cycle under the setting that holds and under the one that the knob wants, in simulated
 * runs. It makes a change that pays and is safe, compares whole cycles afterwards, and takes back a change that did not
 * pay. All calls come from one thread beside the master, one after the other; while one lasts, nothing is tuned. A knob
 * that throws, or wants what cannot be, ends the tuning: the run goes on with its first setting.
 */
public interface TunerKnob {
    /** The setting that the next cycle is to have; that of the run for no change. */
    Setting turn(Run run);

    /**
     * A setting of the run.
     *
     * @param parked numbers of the workers that get no units
     * @param policy name of a policy of Sluice, or of a class of the application
     */
    record Setting(Set<Integer> parked, String policy) {
        public Setting {
            parked = Set.copyOf(parked);
        }

        /** The same with exactly these workers parked. */
        public Setting parking(Set<Integer> workers) {
            return new Setting(workers, policy);
        }

        /** The same with another policy. */
        public Setting withPolicy(String name) {
            return new Setting(parked, name);
        }
    }

    /** The run between two cycles. It does not change any more. */
    interface Run {
        /** The setting that holds. */
        Setting setting();

        /** Time since units began to be computed [s]. */
        double seconds();

        /** Number of cycles that have ended. */
        int cycles();

        /** Units of a cycle, which are those of the latest one. */
        long units();

        /** Units of all cycles that are left; as many as there were if the application does not tell their number. */
        double unitsLeft();

        /** Mean time of the cycles since the last call [s]; NaN if it is not known. */
        double cycleSeconds();

        /** Part of the time of working slots that was computed in these cycles, from 0 to 1; NaN if it is not known. */
        double busyShare();

        /** Connected workers, in the order of their numbers; parked ones too. */
        List<Worker> workers();
    }

    /**
     * A worker.
     *
     * @param number others have others
     * @param unitSeconds mean time of a unit on one of its slots [s]; 0 until one was timed
     */
    record Worker(int number, String host, int slots, double unitSeconds) {}
}
