package dev.sluice.model.simulate;

import java.util.Comparator;
import java.util.List;

/** What happens to machines and links while a run goes on, in the order of time. */
public record Script(List<Step> steps) {
    /** Nothing happens. */
    public static final Script EMPTY = new Script(List.of());

    /** Steps at the same time happen in the order in which they are given. */
    public Script {
        steps = steps.stream().sorted(Comparator.comparingLong(Step::atNanos)).toList();
    }

    /** These steps. */
    public static Script of(Step... steps) {
        return new Script(List.of(steps));
    }

    /** One thing that happens. Hosts and links are named by their index in the view. */
    public sealed interface Step {
        /** When, from the start of the run [ns]. */
        long atNanos();
    }

    /** A worker starts on a host that has none then. */
    public record Join(long atNanos, int host) implements Step {}

    /** The worker of this host is asked to leave: it finishes what it computes and hands back the rest. */
    public record Drain(long atNanos, int host) implements Step {}

    /** The worker of this host falls silent for ever; the master notices when its lease has run out. */
    public record Lose(long atNanos, int host) implements Step {}

    /** The process of this host's worker dies; the master notices at once, as its connection closes. */
    public record Die(long atNanos, int host) implements Step {}

    /**
     * From now on so much of each processor of this host is available, of what is in the view nothing counts any more.
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

    /** From now on a link has these capacities; a shared one takes {@code downBytesPerSecond} for both [bytes/s]. */
    public record Capacity(long atNanos, int link, double downBytesPerSecond, double upBytesPerSecond) implements Step {
        public Capacity {
            if (!(downBytesPerSecond >= 0 && upBytesPerSecond >= 0)) {
                throw new IllegalArgumentException("capacities " + downBytesPerSecond + " and " + upBytesPerSecond
                        + " bytes/s (expected: not negative)");
            }
        }
    }
}
