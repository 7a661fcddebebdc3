package dev.sluice.model.flow;

import java.util.Arrays;

/** Tries a set of workers: the simulator, or in tests a formula. */
@FunctionalInterface
public interface Trial {
    /** @param workers indexes of hosts, at least one; the first are the most valued */
    Outcome run(int[] workers);

    /** What came of it. Immutable. */
    final class Outcome {
        private final double rate;
        private final double masterUse;
        private final double[] linkUse;

        /**
         * @param rate units accepted per second [units/s]
         * @param masterUse of the master's processor, 0 to 1
         * @param linkUse by link of the view, 0 to 1, of the busier direction
         */
        public Outcome(double rate, double masterUse, double[] linkUse) {
            this.rate = rate;
            this.masterUse = masterUse;
            this.linkUse = linkUse.clone();
        }

        /** Units accepted per second [units/s]. */
        public double rate() {
            return rate;
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
