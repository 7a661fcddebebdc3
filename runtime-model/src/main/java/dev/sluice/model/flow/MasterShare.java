package dev.sluice.model.flow;

/**
 * Splits the master's processors between accepting results and computing units. With n slots, the rate w of all slots
 * and the rate M of one processor at results: n·own/w + (own + remote)/M ≤ n and own + remote ≤ M. A result from
 * elsewhere costs the master less than a unit of its own, so remote results go first. Resources of the run bound both.
 *
 * @param slots n
 * @param own w; 0 for a master that does not compute [units/s]
 * @param results M [units/s]
 * @param run own + remote at most, by the resources of the run [units/s]
 */
record MasterShare(int slots, double own, double results, double run) {
    static MasterShare of(NetworkView view, UnitCapacities capacities, int master, boolean masterComputes) {
        return new MasterShare(
                view.hosts().get(master).slots(),
                masterComputes ? capacities.processor[master] : 0,
                capacities.master[master],
                capacities.run);
    }

    /** The part of the arriving rate that the master accepts [units/s]. */
    double remote(double arriving) {
        return Math.min(arriving, Math.min(results, run));
    }

    /** The rate of units that the master computes itself while {@code arriving} arrive [units/s]. */
    double own(double arriving) {
        if (own == 0 || results == 0) {
            return 0;
        }
        double remote = remote(arriving);
        double free = slots - remote / results;
        double each = slots / own + 1 / results;
        return Math.max(0, Math.min(Math.min(own, Math.min(results, run) - remote), free / each));
    }

    /** The sum of remote and own rate [units/s]. */
    double rate(double arriving) {
        return remote(arriving) + own(arriving);
    }

    MasterShare doubled() {
        return new MasterShare(slots, 2 * own, 2 * results, run);
    }

    MasterShare withRun(double units) {
        return new MasterShare(slots, own, results, units);
    }
}
