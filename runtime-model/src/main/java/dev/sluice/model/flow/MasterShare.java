package dev.sluice.model.flow;

/**
 * What the master's host makes of the units that workers elsewhere can deliver. Its slots and the taking of results
 * share its processors: with slots n, all slots' rate w and the rate M of one processor at results, n·own/w + (own +
 * remote)/M ≤ n and own + remote ≤ M. A result from elsewhere costs it less than a unit of its own, so these go first.
 *
 * @param slots n
 * @param own w; 0 for a master that does not compute [units/s]
 * @param results M [units/s]
 */
record MasterShare(int slots, double own, double results) {
    static MasterShare of(NetworkView view, UnitCapacities capacities, int master, boolean masterComputes) {
        return new MasterShare(
                view.hosts().get(master).slots(),
                masterComputes ? capacities.processor[master] : 0,
                capacities.master[master]);
    }

    /** Of this many that can arrive, those that it takes [units/s]. */
    double remote(double arriving) {
        return Math.min(arriving, results);
    }

    /** What it computes itself while so many arrive [units/s]. */
    double own(double arriving) {
        if (own == 0 || results == 0) {
            return 0;
        }
        double remote = remote(arriving);
        double free = slots - remote / results;
        double each = slots / own + 1 / results;
        return Math.max(0, Math.min(Math.min(own, results - remote), free / each));
    }

    /** Both [units/s]. */
    double rate(double arriving) {
        return remote(arriving) + own(arriving);
    }

    MasterShare doubled() {
        return new MasterShare(slots, 2 * own, 2 * results);
    }
}
