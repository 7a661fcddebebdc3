package dev.sluice.model.tune;

import dev.sluice.model.Plural;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.tune.Snapshot.HostPart;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Workers and policy as others want them, turned at the begin of a cycle. They say which settings are compared; all
 * else is as with the number of workers. Confined to its tuner.
 */
public final class OwnKnob extends WorkersKnob {
    /** The word for decisions and options. */
    public static final String WORD = "own";

    /** The part of the rate that another policy may cost, whatever the model says of it. */
    private static final double FEARED = 0.5;

    private final Wishes wishes;

    /** The begin of the cycle that was looked at last, and the one before. */
    private @Nullable Snapshot latest;

    private @Nullable Snapshot before;

    /** Wishes for other settings. */
    public interface Wishes {
        /** The settings to compare with the one that holds. */
        List<Wish> of(Snapshot snapshot, Setting now, Course course);
    }

    /** @param by names who wants it */
    public record Wish(Setting setting, String by) {}

    /**
     * The cycles since the look before.
     *
     * @param cycleSeconds mean time of a cycle [s]; NaN if it is not known
     * @param busyShare part of the time of working slots that was computed, from 0 to 1; NaN if it is not known
     */
    public record Course(double cycleSeconds, double busyShare) {}

    public OwnKnob(Wishes wishes) {
        super(WORD);
        this.wishes = wishes;
    }

    @Override
    String text(Setting setting) {
        return super.text(setting) + (setting.policy() == null ? "" : ", policy " + setting.policy());
    }

    @Override
    public Snapshot snapshot(Run run, SimulationStart state, boolean begins) {
        Snapshot snapshot = super.snapshot(run, state, begins);
        if (begins) {
            before = latest;
            latest = snapshot;
        }
        return snapshot;
    }

    @Override
    List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model) {
        if (!snapshot.begins()) {
            return List.of();
        }
        return wishes.of(snapshot, now, course(snapshot, now)).stream()
                .filter(wish -> !wish.setting().equals(now))
                .map(wish -> new Candidate(wish.setting(), wanted(wish)))
                .toList();
    }

    private static String wanted(Wish wish) {
        Setting to = wish.setting();
        String policy = to.policy() == null ? "" : " and policy " + to.policy();
        return wish.by() + " wants " + Plural.of(to.parked().size(), "parked worker") + policy;
    }

    /** Slots of hosts that are slower than the mean one count less, as their work does. */
    private Course course(Snapshot snapshot, Setting now) {
        Snapshot from = before;
        double meanSeconds = snapshot.work().left() / snapshot.units();
        double slots = snapshot.hosts().stream()
                .filter(host -> !now.parked().contains(host.host()))
                .mapToDouble(host -> speed(host, meanSeconds))
                .sum();
        if (from == null || snapshot.disturbed() || slots == 0) {
            return new Course(Double.NaN, Double.NaN);
        }
        double share = (snapshot.work().done() - from.work().done()) / (slots * (snapshot.seconds() - from.seconds()));
        return new Course(from.secondsOfACycle(snapshot), Math.max(0, Math.min(1, share)));
    }

    private static double speed(HostPart host, double meanSeconds) {
        return host.unitSeconds() > 0 ? host.slots() * meanSeconds / host.unitSeconds() : host.slots();
    }

    @Override
    double loss(Setting from, Setting to, Snapshot snapshot) {
        double kept = 1 - super.loss(from, to, snapshot);
        return 1 - kept * (Objects.equals(from.policy(), to.policy()) ? 1 : 1 - FEARED);
    }
}
