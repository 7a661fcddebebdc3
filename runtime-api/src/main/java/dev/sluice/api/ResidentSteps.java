package dev.sluice.api;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The steps of a {@link ResidentApplication}, as the master sees them. Units come in rounds of one for each part, so
 * that the index modulo the parts is the part. A round is a step, unless a worker answers that it lacks its part or a
 * message: then all parts go back to their copies, and those that were lacking get them with their next unit.
 *
 * <p>A cycle ends with a step that copies all parts ({@link CopyInterval}). Messages of that step are sent, not kept.
 * Confined to the thread that calls the application on the master.
 */
final class ResidentSteps {
    private static final int MOST_PARTS = 1_000_000;

    static final long[] NOBODY = {};

    /** Senders that are named in each unit, because others could not get their messages. */
    private static final int MOST_SENDERS = 64;

    private int parts;
    private int steps;
    private CopyInterval interval = new CopyInterval(0, 1);
    private LongSupplier clock = System::nanoTime;
    private boolean foretold;

    private int step;
    private int end;
    private List<Mail> inbox = List.of();

    /** The step of the latest copies. */
    private int start;

    private List<Optional<byte[]>> copies = List.of();
    private List<Mail> startInbox = List.of();

    /** The parts that were cut anew after the latest copies. */
    private BitSet cut = new BitSet();

    /** The parts that lacked their state when they were computed last. */
    private BitSet lacking = new BitSet();

    /** Senders whose messages others could not get, the latest last. */
    private final Set<Long> outOfReach = new LinkedHashSet<>();

    private final List<Turned> turned = new ArrayList<>();

    /** Counts the rounds of the run. */
    private long round;

    /** When the first unit of this round was made [ns]; 0 before. */
    private long roundNanos;

    private int taken;
    private int told;
    private int ended;
    private boolean again;

    ResidentSteps() {}

    /** A message that stays with its sender, who is at this place, until its receiver gets it there. */
    record Kept(long sender, byte[] place, long number, int length) {}

    /**
     * A message on its way.
     *
     * @param part the other part
     * @param kept whether it is the next of the messages that are kept, in place of {@code value}
     * @param value encoded
     */
    record Post(int part, boolean kept, byte[] value) {}

    /** All messages to or from a part. */
    record Mail(List<Kept> kept, List<Post> posts) {
        static Mail none() {
            return new Mail(new ArrayList<>(), new ArrayList<>());
        }
    }

    /** The first fields of an encoded {@link Turn}. */
    record Head(long round, List<Kept> kept) {}

    /**
     * A unit: one step of one part.
     *
     * @param began when the round began, by the clock of the master [ns]
     * @param start the step of the latest copies
     * @param copies whether the part is copied after the step
     * @param cut whether the part was cut anew after it was copied, so that what a worker has of it is outdated
     * @param sendAll senders that keep no message
     * @param value the part before the step, if the worker lacked it
     */
    record Turn(
            long round,
            Mail mail,
            long began,
            int part,
            int parts,
            int step,
            int start,
            boolean copies,
            boolean cut,
            long[] sendAll,
            Optional<byte[]> value) {
        boolean sendsAll(long sender) {
            for (long each : sendAll) {
                if (each == sender) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * The result of a unit. If the worker lacks the part or messages, nothing was computed.
     *
     * @param lacks whether the worker has no such part
     * @param missing senders whose messages it could not get
     * @param began as in the unit
     * @param spent empty if nothing was computed
     * @param copy the part after the step, if it is copied
     */
    record Turned(
            boolean lacks,
            long[] missing,
            long began,
            Optional<Spent> spent,
            Optional<byte[]> copy,
            Mail mail,
            byte[] result) {
        /** Nothing was computed. */
        static Turned lacking(boolean part, long[] missing) {
            return new Turned(part, missing, 0, Optional.empty(), Optional.empty(), Mail.none(), new byte[0]);
        }

        boolean isLacking() {
            return lacks || missing.length > 0;
        }
    }

    /** The time of a step of a part [ns], and the slot of which process took it. */
    record Spent(long process, int slot, long nanos) {}

    /** Times steps by this clock [ns]. */
    void clock(LongSupplier nanos) {
        clock = nanos;
    }

    void foretell() {
        foretold = true;
    }

    boolean isForetold() {
        return foretold;
    }

    int inAll() {
        return steps;
    }

    /** @param copyEvery at most; 0 if times decide */
    void begin(int partCount, int stepCount, int copyEvery) {
        if (partCount < 1 || partCount > MOST_PARTS || stepCount < 1 || copyEvery < 0) {
            throw new IllegalArgumentException(partCount + " parts, " + stepCount + " steps, a copy every " + copyEvery
                    + " (expected: 1 to " + MOST_PARTS + " parts, at least 1 step, and copies every 1 or more)");
        }
        parts = partCount;
        steps = stepCount;
        interval = new CopyInterval(copyEvery, foretold ? CopyInterval.USUAL : 1);
        turned.clear();
        for (int part = 0; part < parts; part++) {
            turned.add(Turned.lacking(true, NOBODY));
        }
        inbox = empty();
        keep();
    }

    private List<Mail> empty() {
        List<Mail> all = new ArrayList<>(parts);
        for (int part = 0; part < parts; part++) {
            all.add(Mail.none());
        }
        return all;
    }

    /** Keeps the state before this step, to which a loss goes back. */
    private void keep() {
        start = step;
        startInbox = inbox;
        copies = turned.stream().map(Turned::copy).toList();
        lacking = new BitSet();
        cut = new BitSet();
    }

    /** The latest copies, encoded, if all parts have just been copied; empty otherwise. */
    List<byte[]> newCopies() {
        return again || step != start || step == steps
                ? List.of()
                : copies.stream().map(Optional::orElseThrow).toList();
    }

    /**
     * Goes on with parts that were cut anew after their copies.
     *
     * @param anew the copies of the parts that have changed, by part
     * @param sent what each part sends, in the order of parts
     */
    void cut(Map<Integer, byte[]> anew, List<Mail> sent) {
        List<Optional<byte[]>> all = new ArrayList<>(copies);
        anew.forEach((part, copy) -> {
            all.set(part, Optional.of(copy));
            cut.set(part);
            lacking.set(part);
        });
        copies = all;
        List<Mail> next = empty();
        for (int part = 0; part < parts; part++) {
            deliver(part, sent.get(part), next);
        }
        inbox = next;
        startInbox = next;
    }

    /** The results of the round that has ended, in the order of parts. */
    List<Turned> turned() {
        return turned;
    }

    /** The time that copies add to their step [ns]; NaN as long as it is not known. */
    double copyNanos() {
        return interval.copyNanos();
    }

    /** Steps until the next copies. */
    int ahead() {
        return Math.min(steps - step, interval.steps());
    }

    boolean isRepeated() {
        return again;
    }

    /** Begins a cycle; returns the number of parts. */
    int beginCycle() {
        end = Math.min(steps, start + interval.steps());
        return parts;
    }

    /** The unit of the present round with this index. */
    Turn turn(long index) {
        int part = (int) (index % parts);
        boolean needed = step == start && lacking.get(part);
        roundNanos = roundNanos == 0 ? clock.getAsLong() : roundNanos;
        return new Turn(
                round,
                inbox.get(part),
                roundNanos,
                part,
                parts,
                step,
                start,
                copiesNow(),
                step == start && cut.get(part),
                outOfReach.stream().mapToLong(Long::longValue).toArray(),
                needed ? copies.get(part) : Optional.empty());
    }

    private boolean copiesNow() {
        return step + 1 == end && end < steps;
    }

    /** Takes the result of a unit; returns whether the round is over. The first step is foretold again and again. */
    boolean take(long index, Turned result) {
        turned.set((int) (index % parts), result);
        if (foretold || ++taken < parts) {
            return false;
        }
        taken = 0;
        round++;
        roundNanos = 0;
        again = turned.stream().anyMatch(Turned::isLacking);
        if (again) {
            goBack();
        } else {
            goAhead();
        }
        return true;
    }

    private void goBack() {
        lacking = new BitSet();
        for (int part = 0; part < parts; part++) {
            Turned each = turned.get(part);
            lacking.set(part, each.lacks());
            for (long sender : each.missing()) {
                outOfReach.remove(sender);
                outOfReach.add(sender);
            }
        }
        while (outOfReach.size() > MOST_SENDERS) {
            outOfReach.remove(outOfReach.iterator().next());
        }
        if (step > start) {
            interval.lost();
            end = Math.min(steps, start + interval.steps());
        }
        step = start;
        inbox = startInbox;
    }

    private void goAhead() {
        List<Mail> next = empty();
        for (int part = 0; part < parts; part++) {
            deliver(part, turned.get(part).mail(), next);
        }
        inbox = next;
        interval.stepped(turned.get(0).began(), copiesNow());
        ended = step++;
        if (step == end) {
            keep();
            interval.copied();
        }
    }

    private void deliver(int from, Mail sent, List<Mail> next) {
        Iterator<Kept> kept = sent.kept().iterator();
        for (Post post : sent.posts()) {
            if (post.part() < 0 || post.part() >= parts || post.kept() && !kept.hasNext()) {
                throw new CodecException(
                        "message to part " + post.part() + " (expected: 0 to " + (parts - 1) + ", with its content)");
            }
            Mail to = next.get(post.part());
            if (post.kept()) {
                to.kept().add(kept.next());
            }
            to.posts().add(new Post(from, post.kept(), post.value()));
        }
    }

    /** The results of the step that has just ended, in the order of parts; empty if they were given before. */
    List<byte[]> results() {
        if (again || ended < told) {
            return List.of();
        }
        told = ended + 1;
        return turned.stream().map(Turned::result).toList();
    }

    /** The number of steps whose results were given. */
    int told() {
        return told;
    }

    int endedStep() {
        return ended;
    }

    /** Tells whether the cycle has another round. */
    boolean goesOn() {
        return again || step < end;
    }

    boolean isOver() {
        return step == steps;
    }

    int parts() {
        return parts;
    }

    int step() {
        return step;
    }

    /**
     * After how many steps the parts are copied: 1, then twice as many after each copy, up to a limit; half as many
     * after a loss, so that a run goes on however often workers are lost.
     *
     * <p>An application may set the limit. Otherwise it is {@value #USUAL} until a worker is lost, then √(2·C·T)
     * (Young, Daly), where C is the time that a copy adds to its step, and T the mean time between losses. Times come
     * with results, so that a run that is resumed has the same cycles. Confined to the thread that calls the
     * application on the master.
     */
    static final class CopyInterval {
        static final int USUAL = 32;
        static final int MOST = 1_024;

        private final int given;
        private int steps;
        private long losses;
        private final Mean plain = new Mean();
        private final Mean copying = new Mean();

        private boolean running;
        private long latestNanos;
        private boolean latestCopies;

        /** A mean of durations [ns]. */
        private static final class Mean {
            private double sum;
            private long count;

            void add(double nanos) {
                sum += nanos;
                count++;
            }

            double value() {
                return count == 0 ? 0 : sum / count;
            }
        }

        /**
         * @param given the limit that the application sets; 0 if it sets none
         * @param first steps until the first copy
         */
        CopyInterval(int given, int first) {
            this.given = given;
            this.steps = first;
        }

        /** Steps from the latest copy to the next. */
        int steps() {
            return steps;
        }

        /** A step that was done began at this time, and copied parts or not. */
        void stepped(long beganNanos, boolean copies) {
            if (running && beganNanos > latestNanos) {
                (latestCopies ? copying : plain).add(beganNanos - latestNanos);
            }
            running = true;
            latestNanos = beganNanos;
            latestCopies = copies;
        }

        void copied() {
            steps = (int) Math.min(limit(), 2L * steps);
        }

        /** Steps have to be repeated. */
        void lost() {
            running = false;
            losses++;
            steps = Math.max(1, steps / 2);
        }

        private int limit() {
            if (given > 0) {
                return given;
            }
            double copyNanos = copyNanos();
            if (losses == 0 || Double.isNaN(copyNanos)) {
                return USUAL;
            }
            double betweenNanos = (plain.sum + copying.sum) / losses;
            double best = Math.sqrt(2 * copyNanos * betweenNanos) / plain.value();
            return (int) Math.max(1, Math.min(MOST, Math.round(best)));
        }

        /** The time that copies add to their step [ns]; NaN as long as it is not known. */
        double copyNanos() {
            return plain.count == 0 || copying.count == 0 ? Double.NaN : Math.max(0, copying.value() - plain.value());
        }
    }
}
