package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Copies late units to idle slots, so that one slow or stuck slot does not hold up a cycle; the first result wins
 * (scheduling.md §6). A unit is late when it has been computed for longer than the idle worker is forecast to need for
 * the copy. Whether the first attempt would have finished a moment later or never, waiting then costs at most as much
 * again. Units that queue behind a late unit are taken back, which costs nothing. Confined to the scheduler.
 * (docs/decisions/0013)
 */
final class TailInsurance {
    /** No unit is late before this age, because units are delayed for many reasons that a copy does not fix [ns]. */
    static final long LEAST_PATIENCE_NANOS = 1_000_000_000L;

    private static final double MEANS = 1.5;
    private static final double DEVIATIONS = 3;

    private record Late(WorkerRecord owner, long unit, long ageNanos) {}

    private final UnitLedger ledger;
    private final Roster roster;
    private final Assigner assigner;
    private final Tally tally;
    private long total;
    private long copiesLeft;

    /** Patience with workers without timed units: that of the slowest timed worker at the last tick [ns]. */
    private double patienceWithNewNanos;

    TailInsurance(UnitLedger ledger, Roster roster, Assigner assigner, Tally tally) {
        this.ledger = ledger;
        this.roster = roster;
        this.assigner = assigner;
        this.tally = tally;
    }

    /** Begins a cycle of {@code units} units. */
    void begin(long units) {
        total = 0;
        copiesLeft = 0;
        more(units);
    }

    /** Adds units to the cycle. */
    void more(long units) {
        int percent = assigner.handout().speculation();
        copiesLeft += budget(total + units, percent) - budget(total, percent);
        total += units;
    }

    /** Changes the budget of copies; copies that were made count. Fewer than none may be left. */
    void change(int percentBefore, int percent) {
        copiesLeft += budget(total, percent) - budget(total, percentBefore);
    }

    /** Number of copies allowed in a cycle of {@code units} units, rounded up. */
    static long budget(long units, int percent) {
        return units / 100 * percent + (units % 100 * percent + 99) / 100;
    }

    /** Records units that came back from the worker, as results or as completed. */
    void returned(WorkerRecord worker, List<ResultRun> runs, long nowNanos) {
        for (ResultRun run : runs) {
            worker.running.returned(run.firstUnit(), run.endUnit(), worker.slots, nowNanos);
        }
    }

    /** Copies late units. Called every tick of an open cycle, after all assignable units are assigned. */
    void insure(int cycle, long nowNanos, long stoodStillNanos, Outbox outbox) {
        if (assigner.handout().speculation() == 0) {
            return;
        }
        for (WorkerRecord worker : roster.all()) {
            worker.running.look(worker, nowNanos, stoodStillNanos);
        }
        if (!ledger.pool().isEmpty()) {
            return;
        }
        patienceWithNewNanos = longestPatienceNanos();
        List<WorkerRecord> idle = idle(nowNanos);
        if (!idle.isEmpty()) {
            List<Late> late = candidates(cycle, nowNanos, outbox);
            for (WorkerRecord worker : idle) {
                copyTo(worker, late, outbox);
            }
        }
    }

    /**
     * Workers with a free slot, the fastest first. Late workers are left out, so that no worker gets a copy of its own
     * unit.
     */
    private List<WorkerRecord> idle(long nowNanos) {
        List<WorkerRecord> idle = new ArrayList<>();
        for (WorkerRecord worker : roster.all()) {
            if (roster.takesUnits(worker)
                    && !worker.isolated
                    && worker.openUnits < worker.slots
                    && !isLate(worker, nowNanos)) {
                idle.add(worker);
            }
        }
        idle.sort(Comparator.comparingDouble(this::patienceNanos));
        return idle;
    }

    /** Running units that may be copied, the oldest first. Takes back the queues of workers with a stuck unit. */
    private List<Late> candidates(int cycle, long nowNanos, Outbox outbox) {
        List<Late> candidates = new ArrayList<>();
        for (WorkerRecord worker : roster.all()) {
            long queued = worker.openUnits - worker.running.count();
            boolean stuck = queued > 0 && assigner.takesBack() && isLate(worker, nowNanos);
            if (stuck && !worker.revoking && worker.connected()) {
                worker.revoking = true;
                outbox.add(new Action.Revoke(worker.id, cycle, queued));
            }
            if (queued > 0 && !stuck) {
                continue; // a copy of one unit would not help the units queued after it
            }
            for (int i = 0; i < worker.running.count(); i++) {
                long age = nowNanos - worker.running.sinceNanos(i);
                long unit = worker.running.unit(i);
                if (age >= LEAST_PATIENCE_NANOS && hangsOnOne(unit)) {
                    candidates.add(new Late(worker, unit, age));
                }
            }
        }
        candidates.sort(Comparator.comparingLong(Late::ageNanos).reversed());
        return candidates;
    }

    /** True if exactly one worker holds the unit and another could compute it. */
    private boolean hangsOnOne(long unit) {
        if (ledger.finished().contains(unit) || ledger.adopted().contains(unit)) {
            return false;
        }
        if (!ledger.shared().contains(unit)) {
            return true;
        }
        int[] holders = {0};
        roster.forEachHeldWithin(unit, unit + 1, (from, to) -> holders[0]++);
        return holders[0] == 1;
    }

    private void copyTo(WorkerRecord worker, List<Late> candidates, Outbox outbox) {
        double patience = patienceNanos(worker);
        for (int i = 0; i < candidates.size() && copiesLeft > 0 && worker.openUnits < worker.slots; i++) {
            Late late = candidates.get(i);
            if (late.ageNanos <= patience) {
                return; // the remaining units are younger
            }
            if (mayCopy(late.unit, worker) && !isDue(late, worker)) {
                candidates.remove(i--);
                copiesLeft--;
                tally.copies++;
                assigner.copy(worker, late.unit, outbox);
            }
        }
    }

    private boolean mayCopy(long unit, WorkerRecord worker) {
        Trouble trouble = ledger.trouble(unit);
        return trouble == null || !(trouble.isSuspect() || trouble.failedOn(worker.id));
    }

    /** True if the unit's owner is forecast to finish before the copy would. */
    private static boolean isDue(Late late, WorkerRecord worker) {
        double leftNanos = forecastNanos(late.owner) - late.ageNanos;
        return leftNanos > 0 && leftNanos < forecastNanos(worker);
    }

    /** True if a unit of the worker runs longer than its earlier units justify. */
    private boolean isLate(WorkerRecord worker, long nowNanos) {
        double patience = patienceNanos(worker);
        for (int i = 0; i < worker.running.count(); i++) {
            if (nowNanos - worker.running.sinceNanos(i) > patience) {
                return true;
            }
        }
        return false;
    }

    private static double forecastNanos(WorkerRecord worker) {
        return 1e9
                * Math.max(
                        worker.pace.meanSeconds(), worker.running.turnaround().meanSeconds());
    }

    /** How long a unit may take on this worker before it is late [ns]. */
    private double patienceNanos(WorkerRecord worker) {
        return worker.pace.timed() > 0 ? patienceOf(worker) : patienceWithNewNanos;
    }

    private double longestPatienceNanos() {
        double longest = 0;
        for (WorkerRecord worker : roster.all()) {
            longest = Math.max(longest, worker.pace.timed() > 0 ? patienceOf(worker) : 0);
        }
        return longest > 0 ? longest : Double.MAX_VALUE;
    }

    private static double patienceOf(WorkerRecord worker) {
        double seconds = Math.max(bound(worker.pace), bound(worker.running.turnaround()));
        return Math.max(LEAST_PATIENCE_NANOS, 1e9 * seconds);
    }

    private static double bound(Pace pace) {
        return Math.max(MEANS * pace.meanSeconds(), pace.meanSeconds() + DEVIATIONS * Math.sqrt(pace.variance()));
    }
}
