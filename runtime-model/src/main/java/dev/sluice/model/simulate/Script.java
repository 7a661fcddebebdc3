package dev.sluice.model.simulate;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Scripted changes of machines and links during a run, in the order of time. */
public record Script(List<Step> steps) {
    /** A script without steps. */
    public static final Script EMPTY = new Script(List.of());

    /** Steps at the same time happen in the order in which they are given. */
    public Script {
        steps = steps.stream().sorted(Comparator.comparingLong(Step::atNanos)).toList();
    }

    /** A script of these steps. */
    public static Script of(Step... steps) {
        return new Script(List.of(steps));
    }

    /** A script with the steps of both. */
    public Script plus(Script other) {
        return new Script(Stream.concat(steps.stream(), other.steps.stream()).toList());
    }

    /** The script without changes of the hand-out. */
    public Script withoutSwitches() {
        return new Script(
                steps.stream().filter(step -> !(step instanceof SwitchPolicy)).toList());
    }

    /** The changes of the hand-out, in the order of time. */
    public List<SwitchPolicy> switches() {
        return steps.stream()
                .filter(SwitchPolicy.class::isInstance)
                .map(SwitchPolicy.class::cast)
                .toList();
    }

    /** One scripted change. Hosts and links are named by their index in the view. */
    public sealed interface Step {
        /** Time since the start of the run [ns]. */
        long atNanos();
    }

    /** A worker starts on a host without one. */
    public record Join(long atNanos, int host) implements Step {}

    /** The worker of this host is asked to leave: it finishes its running units and hands back the rest. */
    public record Drain(long atNanos, int host) implements Step {}

    /**
     * The run goes on without the worker of this host: the worker stays connected, hands back what it has not started,
     * and gets no more until it is unparked. The last worker that takes work is not parked.
     */
    public record Park(long atNanos, int host) implements Step {}

    /** The parked worker of this host takes work again. */
    public record Unpark(long atNanos, int host) implements Step {}

    /**
     * Units are handed out in another way from now on, on every level.
     *
     * @param weighting null for the one that holds
     * @param prefetch chunks ahead of each slot, or {@link SchedulerConfig#AUTO}; null for the number that holds
     */
    public record SwitchPolicy(
            long atNanos,
            PolicyName policy,
            @Nullable Weighting weighting,
            @Nullable Integer prefetch) implements Step {
        /** The hand-out that follows this one. */
        public Handout from(Handout now) {
            return new Handout(
                    policy,
                    weighting == null ? now.weighting() : weighting,
                    prefetch == null ? now.prefetch() : prefetch,
                    now.speculation());
        }
    }

    /** The worker of this host falls silent forever; the master notices when its lease has run out. */
    public record Lose(long atNanos, int host) implements Step {}

    /** The process of this host's worker dies; the master notices at once, because its connection closes. */
    public record Die(long atNanos, int host) implements Step {}

    /**
     * The availability of each processor of this host changes. The value replaces the one in the view.
     *
     * @param availability 0 to 1; at 0 it stands still
     */
    public record Load(long atNanos, int host, double availability) implements Step {
        public Load {
            if (!(availability >= 0 && availability <= 1)) {
                throw new IllegalArgumentException("availability " + availability + " (expected: 0 to 1)");
            }
        }
    }

    /** The capacities of a link change; a shared one takes {@code downBytesPerSecond} for both directions [bytes/s]. */
    public record Capacity(long atNanos, int link, double downBytesPerSecond, double upBytesPerSecond) implements Step {
        public Capacity {
            if (!(downBytesPerSecond >= 0 && upBytesPerSecond >= 0)) {
                throw new IllegalArgumentException("capacities " + downBytesPerSecond + " and " + upBytesPerSecond
                        + " bytes/s (expected: not negative)");
            }
        }
    }
}
