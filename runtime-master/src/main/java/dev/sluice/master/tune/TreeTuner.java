package dev.sluice.master.tune;

import dev.sluice.master.tune.Floor.Seat;
import dev.sluice.master.tune.TuningState.Input;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.QuietSites;
import dev.sluice.model.tune.Setting;
import dev.sluice.model.tune.TreeKnob;
import dev.sluice.model.tune.TreeMoment;
import dev.sluice.model.tune.Tuner;
import dev.sluice.model.tune.TunerState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tunes the tree: the run is looked at when a cycle begins and at each tenth of it, and {@link TreeChanges} carries out
 * what is decided. A change is judged by the first whole cycles after it. Sub-masters that serve nobody leave.
 */
final class TreeTuner extends RunTuner {
    private static final long QUIET_LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RuntimeCosts costs;
    private final TreeSites sites;
    private final TreeChanges changes;
    private final QuietSites quiet = new QuietSites();
    private final TreeKnob knob = new TreeKnob();

    /** Decides; made at the first look. */
    private @Nullable Tuner tuner;

    /** The latest change that promises something, and the sites that get or lose their sub-master. */
    private @Nullable Adjustment acting;

    private final Set<String> actingSites = new HashSet<>();
    private long units;
    private long quietNanos;

    /** Sites whose sub-master has served: if it is gone, it was lost. */
    private final Set<String> splits = new HashSet<>();

    TreeTuner(TuningTerms terms, Floor floor, Mover mover, SubMasterStart starter) {
        super(terms, floor, "tree");
        this.costs = terms.costs();
        this.sites = new TreeSites(starter);
        this.changes = new TreeChanges(this::seats, floor, mover, starter, "the tree of the run is tuned");
    }

    // ---- the run

    @Override
    public void cycleBegun(int number, long cycleUnits, long known) {
        boolean again = begins(number);
        units = cycleUnits;
        checkpoints.begin(floor.nanoTime(), cycleUnits > 0);
        if (isOff()) {
            return;
        }
        beside.execute(() -> knob.begin(number, cycleUnits));
        Tuner decides = tuner;
        if (decides == null || again || !checkpoints.isOpen() || changes.isBusy()) {
            return;
        }
        if (is(TuningState.MADE)) {
            on(Input.ACT);
            applied(decides, moment(0));
        } else if (is(TuningState.WATCHING) && budget.allowsNext(passedSeconds())) {
            look(moment(0));
        }
    }

    /** Tells the tuner beside the loop that the change acts from this moment on. */
    private void applied(Tuner decides, TreeMoment moment) {
        compute(
                () -> {
                    decides.applied(knob.moved(moment));
                    return againNanos(decides);
                },
                error -> -1L,
                againNanos -> {
                    if (cycle() == moment.cycle()) {
                        checkpoints.again(againNanos, checkpoints.begunNanos());
                    }
                });
    }

    @Override
    public void cycleFinished() {
        checkpoints.finish(floor.nanoTime());
    }

    /** {@inheritDoc} Carries out a change, or looks at the run if a checkpoint is reached. */
    @Override
    public void tick() {
        if (isOff() || floor.isEnding()) {
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
        if (floor.nanoTime() - quietNanos >= QUIET_LOOK_NANOS) {
            quietNanos = floor.nanoTime();
            quiet();
        }
        if (!checkpoints.isOpen() || !is(TuningState.WATCHING)) {
            return;
        }
        long done = Math.min(units, floor.computedUnits());
        if (done > 0 && checkpoints.isReached(done, units, floor.nanoTime()) && budget.allowsNext(passedSeconds())) {
            look(moment(done));
        }
    }

    // ---- looks

    private List<Seat> seats() {
        return sites.named(floor.seats());
    }

    private TreeMoment moment(long done) {
        RunMoment state = floor.moment(applicationBeganNanos(), Set.of());
        return new TreeMoment(
                checkpoints.at(floor.nanoTime()) / 1e9,
                cycle(),
                units,
                done,
                floor.cyclesLeft(),
                state.costs(),
                state.overheads(costs),
                state.terms(),
                sites.sites(floor.seats()));
    }

    private void look(TreeMoment moment) {
        if (moment.sites().isEmpty()) {
            return;
        }
        Tuner decides = tuner == null ? first() : tuner;
        tuner = decides;
        long lookedNanos = floor.nanoTime();
        look(
                decides,
                null,
                () -> decides.look(knob.snapshot(moment), knob.model(moment, decides.now()), true),
                answer -> answered(answer, lookedNanos));
    }

    /** A tuner that begins with the tree as it is. */
    private Tuner first() {
        Set<Integer> split = sites.split(seats());
        split.forEach(site -> splits.add(String.valueOf(sites.name(site))));
        return new Tuner(Setting.FLAT.withTree(split), knob);
    }

    /** {@inheritDoc} The tree stays as it is. */
    @Override
    void close(String why) {
        ends(why, "kept: not judged, because " + why);
    }

    private void answered(Answer answer, long lookedNanos) {
        boolean judged = answer.steps().stream()
                .anyMatch(
                        step -> step.change().equals(acting) && !step.outcome().isEmpty());
        acting = judged ? null : acting;
        answer.changes().forEach(this::make);
        checkpoints.again(answer.changes().isEmpty() ? answer.againNanos() : -1, lookedNanos);
    }

    private void make(Adjustment change) {
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
            decided(change, String.join(", ", said));
        }
        acting = change.expected() == null ? null : change;
        if (acting != null) {
            on(Input.DECIDE);
            on(Input.MAKE);
        }
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
        Tuner decides = tuner;
        acting = null;
        if (is(TuningState.MADE)) {
            on(Input.DROP);
        }
        if (change != null && decides != null) {
            for (String site : actingSites) { // sites get sub-masters together, or none does
                if (change.to().tree().contains(sites.number(site)) && !sites.isBarred(site) && splits.remove(site)) {
                    changes.withdraw(site);
                }
            }
            judge(change, "given up: " + why);
            beside.execute(() -> {
                if (decides.state() == TunerState.ACTING) { // the run may also have taken it back
                    decides.refused();
                }
            });
        }
    }

    private void quiet() {
        List<Seat> seats = seats();
        lost(seats);
        boolean busy = checkpoints.isOpen() && seats.stream().anyMatch(seat -> seat.outstanding() > 0);
        for (Seat seat : seats) {
            if (!seat.worker().subMaster()) {
                continue;
            }
            int slots = seat.worker().slots();
            boolean idle = busy && slots > 0 && seat.outstanding() == 0;
            boolean leaves = quiet.isQuiet(seat.worker().id().number(), slots, idle, floor.nanoTime() / 1e9);
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
