package dev.sluice.model.flow;

import dev.sluice.model.ledger.RunVerdict;
import java.util.Arrays;

/** Tries a set of workers: in the simulator, or in tests with a formula. */
@FunctionalInterface
public interface Trial {
    /** @param workers indices of hosts, at least one; the most valued come first */
    Outcome run(int[] workers);

    /**
     * The fraction of the run in which each of these workers can compute, 0 to 1. A host that first waits for files has
     * less than 1.
     */
    default double[] presence(int[] workers) {
        double[] all = new double[workers.length];
        Arrays.fill(all, 1);
        return all;
    }

    /** The result of a trial. Immutable. */
    final class Outcome {
        private final double rate;
        private final double masterUse;
        private final double[] linkUse;
        private final RunVerdict verdict;

        /**
         * @param rate units accepted per second [units/s]
         * @param masterUse utilization of the master's processor, 0 to 1
         * @param linkUse utilization by link of the view, 0 to 1, of the busier direction
         * @param verdict its limit
         */
        public Outcome(double rate, double masterUse, double[] linkUse, RunVerdict verdict) {
            this.rate = rate;
            this.masterUse = masterUse;
            this.linkUse = linkUse.clone();
            this.verdict = verdict;
        }

        /** Units accepted per second [units/s]. */
        public double rate() {
            return rate;
        }

        /** The limit of the run. */
        public RunVerdict verdict() {
            return verdict;
        }

        double masterUse() {
            return masterUse;
        }

        double linkUse(int link) {
            return linkUse[link];
        }

        @Override
        public String toString() {
            return rate + " units/s, master " + masterUse + ", links " + Arrays.toString(linkUse);
        }
    }
}
