package dev.sluice.master.report;

import dev.sluice.master.WorkerEntry;
import dev.sluice.model.record.RunView;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The progress of running units in their own words, and what follows for the end of the cycle. Pure. */
final class ToldProgress {
    private static final int MOST = 64;

    private ToldProgress() {}

    /** The units of this cycle that say how far they are, those that have been computed for longest first. */
    static List<RunView.Running> of(Collection<WorkerEntry> workers, int cycle) {
        return workers.stream()
                .filter(worker -> worker.state() != RunView.State.GONE)
                .flatMap(worker -> worker.longUnits.stream()
                        .filter(unit -> unit.cycle() == cycle && unit.tells())
                        .map(unit -> new RunView.Running(
                                unit.unit(), worker.toString(), unit.nanos() / 1e9, unit.done(), unit.saying())))
                .sorted(Comparator.comparingDouble(RunView.Running::seconds).reversed())
                .limit(MOST)
                .toList();
    }

    /** The parts of units that are done, in units. */
    static double done(List<RunView.Running> running) {
        return running.stream().mapToDouble(RunView.Running::done).sum();
    }

    /**
     * Time until the last of the units that are left, by the words of those that run: the slots share what is left of
     * the running and the waiting ones, and none ends before the slowest that runs. NaN if none has done anything [s].
     *
     * @param left units that are not finished
     */
    static double secondsLeft(List<RunView.Running> running, double left, int slots) {
        double times = 0;
        double slowest = 0;
        int known = 0;
        for (RunView.Running unit : running) {
            if (unit.done() > 0) {
                times += unit.seconds() / unit.done();
                slowest = Math.max(slowest, unit.secondsLeft());
                known++;
            }
        }
        return known == 0
                ? Double.NaN
                : Math.max(slowest, (left - done(running)) * (times / known) / Math.max(1, slots));
    }
}
