package dev.sluice.model.simulate;

import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
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
        return all(SwitchPolicy.class).toList();
    }

    /** The steps of one kind, in the order of time. */
    public <S extends Step> Stream<S> all(Class<S> kind) {
        return steps.stream().filter(kind::isInstance).map(kind::cast);
    }

    /** The script without changes of other hosts than these. */
    public Script onlyOf(IntPredicate hosts) {
        return new Script(steps.stream()
                .filter(step -> !(step instanceof OfHost of) || hosts.test(of.host()))
                .toList());
    }

    /** One scripted change. Hosts and links are named by their index in the view. */
    public sealed interface Step {
        /** Time since the start of the run [ns]. */
        long atNanos();
    }

    /** A change of a host, or of its worker. */
    public sealed interface OfHost extends Step {
        int host();

        /** The same change of another host. */
        OfHost of(int other);

        /** True if the host has no worker any more. */
        default boolean ends() {
            return this instanceof Drain || this instanceof Lose || this instanceof Die;
        }
    }

    /** A worker starts on a host without one. */
    public record Join(long atNanos, int host) implements OfHost {
        @Override
        public Join of(int other) {
            return new Join(atNanos, other);
        }
    }

    /** The worker of this host is asked to leave: it finishes its running units and hands back the rest. */
    public record Drain(long atNanos, int host) implements OfHost {
        @Override
        public Drain of(int other) {
            return new Drain(atNanos, other);
        }
    }

    /**
     * The run goes on without the worker of this host: the worker stays connected, hands back what it has not started,
     * and gets no more until it is unparked. The last worker that takes work is not parked.
     */
    public record Park(long atNanos, int host) implements OfHost {
        @Override
        public Park of(int other) {
            return new Park(atNanos, other);
        }
    }

    /** The parked worker of this host takes work again. */
    public record Unpark(long atNanos, int host) implements OfHost {
        @Override
        public Unpark of(int other) {
            return new Unpark(atNanos, other);
        }
    }

    /**
     * Units are handed out in another way from now on, on every level.
     *
     * @param weighting null for the one that holds
     * @param prefetch chunks ahead of each slot, or {@link SchedulerConfig#AUTO}; null for the number that holds
     */
    public record SwitchPolicy(
            long atNanos,
            Policy policy,
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

    /** Shares of the units are kept for so many slots, whose workers are starting. */
    public record Expect(long atNanos, int slots) implements Step {}

    /** The worker of this host falls silent forever; the master notices when its lease has run out. */
    public record Lose(long atNanos, int host) implements OfHost {
        @Override
        public Lose of(int other) {
            return new Lose(atNanos, other);
        }
    }

    /** The process of this host's worker dies; the master notices at once, because its connection closes. */
    public record Die(long atNanos, int host) implements OfHost {
        @Override
        public Die of(int other) {
            return new Die(atNanos, other);
        }
    }

    /**
     * The availability of each processor of this host changes. The value replaces the one in the view.
     *
     * @param availability 0 to 1; at 0 it stands still
     */
    public record Load(long atNanos, int host, double availability) implements OfHost {
        public Load {
            if (!(availability >= 0 && availability <= 1)) {
                throw new IllegalArgumentException("availability " + availability + " (expected: 0 to 1)");
            }
        }

        @Override
        public Load of(int other) {
            return new Load(atNanos, other, availability);
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
