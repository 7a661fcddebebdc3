package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Copies late units to idle slots, so that one slow or stuck slot does not hold up a cycle; the first result wins . A
 * unit is late when it has been computed for longer than the idle worker is forecast to need for the copy. Whether the
 * first attempt would have finished a moment later or never, waiting then costs at most as much again. Units that queue
 * behind a late unit are taken back, which costs nothing.
 *
 * <p>A worker is overdue when each of its units has been computed for much longer than any worker justifies, while
 * others are idle. It may compute nothing at all. Its units are copied whatever the budget says, and so are those that
 * it does not hand back. It keeps all of them, because they may as well be long. Confined to the scheduler.
 * (docs/decisions/0013)
 */
final class TailInsurance {
    /** No unit is late before this age, because units are delayed for many reasons that a copy does not fix [ns]. */
    static final long LEAST_PATIENCE_NANOS = 1_000_000_000L;

    /** No worker is overdue before its units have this age [ns]. */
    static final long LEAST_OVERDUE_NANOS = 60_000_000_000L;

    /** A worker is overdue after so many times the longest patience with any worker. */
    private static final int OVERDUE_PATIENCES = 10;

    /** Units of overdue workers that are looked for at a time. */
    private static final int MOST_OVERDUE = 256;

    private static final double MEANS = 1.5;
    private static final double DEVIATIONS = 3;

    private record Late(WorkerRecord owner, long unit, long ageNanos, boolean overdue) {}

    private final UnitLedger ledger;
    private final Roster roster;
    private final Assigner assigner;
    private final Tally tally;
    private final HostWatch watch;
    private long total;
    private long copiesLeft;

    /** Patience with workers without timed units: that of the slowest timed worker at the last tick [ns]. */
    private double patienceWithNewNanos;

    TailInsurance(Tally.Books books, Assigner assigner) {
        this.ledger = books.ledger();
        this.roster = books.roster();
        this.tally = books.tally();
        this.watch = books.watch();
        this.assigner = assigner;
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
        for (WorkerRecord worker : roster.all()) {
            worker.running.look(worker, nowNanos, stoodStillNanos);
        }
        if (ledger.kinds().pooledUnits() > 0) {
            return;
        }
        patienceWithNewNanos = longestPatienceNanos();
        List<WorkerRecord> idle = idle(nowNanos);
        if (idle.isEmpty()) {
            return;
        }
        List<Late> overdue = overdue(cycle, nowNanos, outbox);
        if (assigner.handout().speculation() > 0 && !assigner.homes().isOn()) { // another worker lacks the part
            for (WorkerRecord worker : idle) {
                copyTo(worker, overdue, outbox);
            }
            List<Late> late = candidates(cycle, nowNanos, outbox);
            for (WorkerRecord worker : idle) {
                copyTo(worker, late, outbox);
            }
        }
    }

    /** Open units of overdue workers that no other worker computes, a few at a time. Says which workers these are. */
    private List<Late> overdue(int cycle, long nowNanos, Outbox outbox) {
        List<Late> overdue = new ArrayList<>();
        for (WorkerRecord worker : roster.all()) {
            long age = youngestNanos(worker, nowNanos);
            if (age < overdueNanos()) {
                continue;
            }
            long queued = worker.openUnits - worker.running.count();
            if (!worker.saidOverdue) {
                worker.saidOverdue = true;
                outbox.add(new Action.WorkerOverdue(worker.id, worker.openUnits, age));
                if (queued > 0 && worker.connected() && !worker.revoking) {
                    worker.revoking = true;
                    outbox.add(new Action.Revoke(worker.id, cycle, queued));
                }
            }
            for (Outstanding outstanding : worker.working()) {
                outstanding.working().forEach((from, to) -> {
                    for (long unit = from; unit < to && overdue.size() < MOST_OVERDUE; unit++) {
                        if (hangsOnOverdue(unit, nowNanos)) {
                            overdue.add(new Late(worker, unit, age, true));
                        }
                    }
                });
            }
        }
        return overdue;
    }

    /** Age of the youngest unit that the worker presumably computes; 0 if it computes none, or has a free slot [ns]. */
    private static long youngestNanos(WorkerRecord worker, long nowNanos) {
        long youngest = worker.running.count() == 0 ? 0 : Long.MAX_VALUE;
        for (int i = 0; i < worker.running.count(); i++) {
            youngest = Math.min(youngest, nowNanos - worker.running.sinceNanos(i));
        }
        return youngest;
    }

    private double overdueNanos() {
        return Math.max(LEAST_OVERDUE_NANOS, OVERDUE_PATIENCES * patienceWithNewNanos);
    }

    /** True if the unit is open, and each worker that holds it is overdue. */
    private boolean hangsOnOverdue(long unit, long nowNanos) {
        if (ledger.finished().contains(unit) || ledger.adopted().contains(unit)) {
            return false;
        }
        if (!ledger.shared().contains(unit)) {
            return true;
        }
        for (WorkerRecord worker : roster.all()) {
            for (Outstanding outstanding : worker.held) {
                if (outstanding.open().contains(unit) && youngestNanos(worker, nowNanos) < overdueNanos()) {
                    return false;
                }
            }
        }
        return true;
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
                    && !worker.probing
                    && worker.busySlots() < worker.slots
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
                    candidates.add(new Late(worker, unit, age, false));
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
        for (int i = 0; i < candidates.size() && worker.busySlots() < worker.slots; i++) {
            Late late = candidates.get(i);
            if (late.ageNanos <= patience || copiesLeft <= 0 && !late.overdue) {
                return; // the remaining units are younger
            }
            if (mayCopy(late.unit, worker) && (late.overdue || !isDue(late, worker))) {
                candidates.remove(i--);
                if (!late.overdue) {
                    copiesLeft--;
                } else if (late.owner.pace.timed() > 0) {
                    // Who has computed nothing yet may still be waiting for a large setup.
                    watch.overdue(late.owner.id, late.unit);
                }
                tally.copies++;
                assigner.copy(worker, late.unit, outbox);
            }
        }
    }

    private boolean mayCopy(long unit, WorkerRecord worker) {
        if (!assigner.packing().hasRoomFor(worker, unit)) {
            return false;
        }
        Trouble trouble = ledger.trouble(unit);
        if (trouble == null) {
            return true;
        }
        boolean waits = trouble.hasBadResult() && !roster.mayTry(worker, trouble);
        return !(trouble.isSuspect() || trouble.failedOn(worker.id) || waits);
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
