package dev.sluice.master.tune;

import dev.sluice.master.tune.Floor.Seat;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.Expectation;
import dev.sluice.model.tune.Knob;
import dev.sluice.model.tune.QuietSites;
import dev.sluice.model.tune.TreeMoment;
import dev.sluice.model.tune.TreeTuning;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tunes the tree of a run while it goes on: at the begin and each tenth of a cycle a copy of the run's state is looked
 * at beside the loop, and {@link TreeChanges} carries out what is decided. A change is judged by the first whole cycles
 * after it. Sub-masters that serve nobody leave. Confined to the master loop.
 */
public final class TreeTuner {
    private static final long QUIET_LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TreeTerms terms;
    private final TunedFloor run;
    private final Floor floor;
    private final TreeSites sites;
    private final TreeChanges changes;
    private final QuietSites quiet = new QuietSites();
    private final CycleClock clock = new CycleClock();
    private final Checkpoints checkpoints = new Checkpoints();
    private final TuningBudget budget;
    private final Looks looks;
    private final OpenDecisions decisions;

    /** Decides; made at the first look, and used beside the loop only. */
    private @Nullable TreeTuning tuning;

    private boolean off;

    /** The latest change that promises something, and the sites that get or lose their sub-master. */
    private @Nullable Adjustment acting;

    private final Set<String> actingSites = new HashSet<>();

    /** A change has been made, and no cycle has begun with it. */
    private boolean unapplied;

    private int cycle = -1;
    private long units;
    private long earlierUnits;
    private long applicationBeganNanos;
    private long startedNanos;
    private long quietNanos;

    /** Sites whose sub-master has served: if it is gone, it was lost. */
    private final Set<String> splits = new HashSet<>();

    private TreeTuner(TreeTerms terms, TunedFloor run, Floor floor, Mover mover) {
        this.terms = terms;
        this.run = run;
        this.floor = floor;
        this.budget = new TuningBudget(terms.share());
        this.looks = new Looks(run, terms.beside(), budget);
        this.decisions = new OpenDecisions(run);
        this.sites = new TreeSites(terms.starter());
        this.changes = new TreeChanges(this::seats, run, mover, terms.starter());
    }

    /** A tuner of this run's tree; null if it stays. */
    public static @Nullable TreeTuner of(@Nullable TreeTerms terms, TunedFloor run, Floor floor, Mover mover) {
        return terms == null ? null : new TreeTuner(terms, run, floor, mover);
    }

    // ---- the run

    /** A cycle has begun, or has been opened again. */
    public void cycleBegun(int number, long cycleUnits) {
        if (cycle < 0) {
            applicationBeganNanos = run.applicationNanos();
            startedNanos = run.nanoTime();
        }
        boolean again = number == cycle;
        earlierUnits += again ? 0 : units;
        cycle = number;
        units = cycleUnits;
        clock.begin(run.nanoTime(), cycleUnits > 0);
        checkpoints.begin();
        TreeTuning known = tuning;
        if (off || known == null) {
            return;
        }
        terms.beside().execute(() -> known.begin(number, cycleUnits));
        if (again || !clock.isOpen() || changes.isBusy()) {
            return;
        }
        TreeMoment moment = moment(0);
        if (unapplied) {
            unapplied = false;
            applied(known, moment);
        } else if (!looks.isUnderWay() && mayLook()) {
            look(moment);
        }
    }

    /** Tells the tuner beside the loop that the change acts from this moment on. */
    private void applied(TreeTuning known, TreeMoment moment) {
        looks.compute(
                () -> {
                    known.applied(moment);
                    return TuningAnswer.againNanos(known);
                },
                error -> -1L,
                againNanos -> {
                    if (cycle == moment.cycle()) {
                        checkpoints.again(againNanos, clock.begunNanos());
                    }
                });
    }

    public void cycleFinished() {
        clock.finish(run.nanoTime());
    }

    /** Ends the tuning, because the run is over. */
    public void runEnded() {
        decisions.end("kept: not judged, because the run ended");
        off = true;
        terms.beside().close();
    }

    /** Goes on with a change, or looks at the run if a checkpoint is reached. Called some times in each second. */
    public void tick() {
        if (off || run.isEnding()) {
            return;
        }
        if (changes.isBusy()) {
            TreeChanges.Failure failure = changes.tick();
            if (failure != null) {
                failed(failure.site(), failure.why());
            }
            return;
        }
        changes.tick();
        if (run.nanoTime() - quietNanos >= QUIET_LOOK_NANOS) {
            quietNanos = run.nanoTime();
            quiet();
        }
        if (!clock.isOpen() || looks.isUnderWay() || unapplied) {
            return;
        }
        long done = Math.min(units, run.computedUnits());
        if (done > 0 && checkpoints.isReached(done, units, run.nanoTime()) && mayLook()) {
            look(moment(done));
        }
    }

    // ---- looks

    private List<Seat> seats() {
        return sites.named(floor.seats());
    }

    /** The tuner has used no more than its share of a processor. */
    private boolean mayLook() {
        return budget.allowsNext((run.nanoTime() - startedNanos) / 1e9);
    }

    private TreeMoment moment(long done) {
        RunMoment state = run.moment(applicationBeganNanos);
        return new TreeMoment(
                clock.at(run.nanoTime()) / 1e9,
                cycle,
                units,
                done,
                floor.cyclesLeft(),
                state.costs(),
                state.overheads(terms.costs()),
                state.terms(),
                sites.sites(floor.seats()));
    }

    private void look(TreeMoment moment) {
        if (moment.sites().isEmpty()) {
            return;
        }
        TreeTuning known = tuning == null ? first() : tuning;
        tuning = known;
        long lookedNanos = run.nanoTime();
        looks.begin(() -> TuningAnswer.of(terms.beside(), known, () -> known.decide(moment)), answer -> {
            run.looked(Knob.TREE, answer.allNanos());
            answered(answer, lookedNanos);
        });
    }

    private TreeTuning first() {
        TreeTuning made = new TreeTuning(sites.split(seats()));
        made.begin(cycle - 1, earlierUnits);
        made.begin(cycle, units);
        sites.split(seats()).forEach(site -> splits.add(String.valueOf(sites.name(site))));
        return made;
    }

    private void ends(String why) {
        decisions.end("kept: not judged, because " + why);
        floor.decided("tree", "the tuning of the tree ends", why, "");
        runEnded();
    }

    private void answered(TuningAnswer answer, long lookedNanos) {
        if (off || run.isEnding()) {
            return;
        }
        if (!answer.defect().isEmpty()) {
            ends("the model failed: " + answer.defect());
            return;
        }
        decisions.judge(answer.steps());
        if (answer.hasJudged(acting)) {
            acting = null;
        }
        answer.changes().forEach(this::make);
        checkpoints.again(answer.changes().isEmpty() ? answer.againNanos() : -1, lookedNanos);
    }

    private void make(Adjustment change) {
        Expectation expected = change.expected();
        List<String> said = new ArrayList<>();
        actingSites.clear();
        Set<Integer> all = new TreeSet<>(change.from().tree());
        all.addAll(change.to().tree());
        for (int site : all) {
            String name = sites.name(site);
            boolean had = change.from().tree().contains(site);
            if (name == null || had == change.to().tree().contains(site)) {
                continue;
            }
            actingSites.add(name);
            said.add(had ? name + " loses its sub-master" : name + " gets a sub-master");
            if (had) {
                splits.remove(name);
                changes.merge(name);
            } else {
                splits.add(name);
                changes.split(name);
            }
        }
        if (!said.isEmpty()) {
            decisions.made(change, floor.decided("tree", String.join(", ", said), change.why(), change.promise()));
        }
        acting = expected == null ? null : change;
        unapplied = expected != null;
    }

    // ---- sites that lose their sub-master

    /** A change could not be made: the site is left as it is, for good. */
    private void failed(String site, String why) {
        sites.bar(site);
        if (actingSites.contains(site)) {
            giveUp(why);
        }
        lost(seats());
    }

    /** The change that acts has been taken back by what happened. */
    private void giveUp(String why) {
        Adjustment change = acting;
        TreeTuning known = tuning;
        acting = null;
        unapplied = false;
        if (change != null && known != null) {
            for (String site : actingSites) { // sites get sub-masters together, or none does
                if (change.to().tree().contains(sites.number(site)) && !sites.isBarred(site) && splits.remove(site)) {
                    changes.withdraw(site);
                }
            }
            decisions.judge(change, "given up: " + why);
            terms.beside().execute(known::refused);
        }
    }

    private void quiet() {
        List<Seat> seats = seats();
        lost(seats);
        boolean busy = clock.isOpen() && seats.stream().anyMatch(seat -> seat.outstanding() > 0);
        for (Seat seat : seats) {
            if (!seat.worker().subMaster()) {
                continue;
            }
            int slots = seat.worker().slots();
            boolean idle = busy && slots > 0 && seat.outstanding() == 0;
            boolean leaves = quiet.isQuiet(seat.worker().id().number(), slots, idle, run.nanoTime() / 1e9);
            if (leaves) {
                String why = slots == 0 ? "its workers are gone" : "its workers had nothing to compute for long";
                floor.decided("tree", seat.site() + " loses its sub-master", why, "");
                splits.remove(seat.site());
                sites.forget(seat.site());
                changes.remove(seat, why);
                return;
            }
        }
    }

    /** Sites whose sub-master died get no other: their workers work for the master. */
    private void lost(List<Seat> seats) {
        for (String site : List.copyOf(splits)) {
            boolean there = seats.stream()
                    .anyMatch(seat -> seat.worker().subMaster() && seat.site().equals(site));
            if (!there) {
                splits.remove(site);
                sites.forget(site);
                sites.bar(site);
                changes.lost(site);
                if (actingSites.contains(site)) {
                    giveUp("its sub-master was lost");
                }
            }
        }
    }
}
