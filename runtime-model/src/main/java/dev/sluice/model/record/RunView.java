package dev.sluice.model.record;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run at one moment, or what changed since an earlier one. {@code docs/page.schema.json} has the same fields. Times
 * are since the start of the run.
 *
 * <p>{@link Spans}, {@link Transfers}, {@link Series}, {@link Bands} and the lists of decisions and failures only grow:
 * a change has the entries since the earlier view, and decisions whose outcome changed. All other parts are always
 * whole.
 *
 * @param sequence number of this view; a change is relative to the view with the number before it
 * @param whole whether it is complete, and not a change
 */
public record RunView(
        long sequence,
        boolean whole,
        About about,
        Overview overview,
        List<Lane> lanes,
        Bands bands,
        Spans spans,
        Transfers transfers,
        Series series,
        List<Link> links,
        IdleLedger ledger,
        @Nullable Scaling scaling,
        Forecasts forecasts,
        List<Host> hosts,
        List<Decision> decisions,
        List<Failure> failures,
        CourseView course) {
    /** The origin of the data. */
    public enum Kind {
        /** The run is running. */
        LIVE,
        /** The run has ended. */
        ENDED,
        /** The run was simulated. */
        SIMULATED
    }

    /**
     * The identity of the run.
     *
     * @param started ISO 8601, with the zone
     * @param master the master's host
     * @param end how it ended, in a sentence; empty while it is running
     * @param exitCode of the command; -1 while it is running
     */
    public record About(
            Kind kind,
            String run,
            String application,
            List<String> arguments,
            String started,
            String master,
            String policy,
            String sluiceVersion,
            String javaVersion,
            String directory,
            String end,
            int exitCode) {
        /** The same run with this end. */
        public About ended(String how, int code) {
            return new About(
                    kind,
                    run,
                    application,
                    arguments,
                    started,
                    master,
                    policy,
                    sluiceVersion,
                    javaVersion,
                    directory,
                    how,
                    code);
        }
    }

    /**
     * The strip at the top: is it going well?
     *
     * @param seconds since the start
     * @param cycle number of the open or last cycle from 0; -1 before the first
     * @param cycles number of all cycles; 0 if it is not known
     * @param units of the cycle that runs
     * @param open whether that cycle may get more
     * @param done units of the open cycle that are accepted or given up
     * @param doneInAll the same over all cycles
     * @param rateNow units a second, over the last seconds
     * @param rateMean units a second, since the first slot was there
     * @param ratePossible units a second that the machines and links allow, by the flow model with this run's
     *     measurements; 0 if it is not known
     * @param etaLow seconds until the end of the run, or of the open cycle if the number of cycles is not known; -1 if
     *     it is not known
     * @param etaHigh the same, at most
     * @param workers connected; after the run all that were
     * @param workersExpected those that were started or announced
     * @param slots of the connected workers; after the run of all that were
     * @param parkedSlots the part of {@code slots} whose workers are parked
     * @param failures units that were given up
     * @param bottleneck the verdict: what limits the run, in a sentence
     * @param promise the finish time that was asked for; null if none was
     * @param running units that say how far they are, those that have been computed for longest first
     */
    public record Overview(
            double seconds,
            int cycle,
            int cycles,
            long units,
            boolean open,
            long done,
            long doneInAll,
            double rateNow,
            double rateMean,
            double ratePossible,
            double etaLow,
            double etaHigh,
            int workers,
            int workersExpected,
            int slots,
            int parkedSlots,
            long failures,
            String bottleneck,
            @IfKnown @Nullable PromiseNow promise,
            @IfKnown List<Running> running) {
        public Overview {
            ratePossible = rateMean > ratePossible ? 0 : ratePossible; // a bound that the run exceeds is none
        }

        /** The rate as a share of the possible rate, at most 1; NaN if that is not known. */
        @Written
        public double efficiency() {
            return ratePossible > 0 ? rateMean / ratePossible : Double.NaN;
        }
    }

    /**
     * A unit that is computed and says how far it is.
     *
     * @param unit its index in the open cycle
     * @param worker that computes it, with its host
     * @param seconds for which it has been computed
     * @param done its own word, from 0 to 1
     * @param saying its words about that; may be empty
     */
    public record Running(long unit, String worker, double seconds, double done, String saying) {
        /** The time until its end if it goes on like this; NaN before it has done anything [s]. */
        @Written
        public double secondsLeft() {
            return done > 0 ? seconds * (1 - done) / done : Double.NaN;
        }
    }

    /** The state of a worker. */
    public enum State {
        CONNECTED,
        /** Connected; the run goes on without it for a while. */
        PARKED,
        LEAVING,
        AWAY,
        GONE
    }

    /**
     * A row of the task stream: a slot, or all slots of a host if there are too many.
     *
     * @param number of this lane, from 0; others refer to it
     * @param worker name of the worker, "w3"; below the sub-master w2 "w2/w3", whose time the lane of w2 contains, too
     * @param slot number on the worker from 1; 0 if the lane stands for all its slots
     * @param slots for which it stands
     * @param fromSeconds begin of its presence
     * @param toSeconds end of its presence; -1 while it is present
     */
    public record Lane(
            int number,
            String worker,
            String host,
            int slot,
            int slots,
            double fromSeconds,
            double toSeconds,
            State state) {}

    /**
     * Shares of the time of each lane by cause, in equal intervals. They are exact sums, however short the units are.
     *
     * @param seconds width of an interval; it doubles when the run outgrows the number of intervals
     * @param first number of the first interval in {@code rows}; 0 replaces everything that came before
     * @param causes names of the causes, in the order of the shares
     * @param rows one for each lane with changes
     */
    public record Bands(double seconds, int first, List<String> causes, List<Row> rows) {
        /**
         * The intervals of one lane.
         *
         * @param shares for each interval one byte per cause: its share of the interval in 1/200, so that 200 is all of
         *     it; what is missing from 200 is time before or after the lane's presence
         */
        public record Row(int lane, byte[] shares) {}
    }

    /**
     * Computed units, one entry for consecutive units of one attempt. Short ones are left out when there are too many;
     * the bands contain them.
     *
     * @param lane number of the lane
     * @param fromMicros begin
     * @param micros duration
     * @param outcome 0 accepted, 1 another worker's result counted, 2 failed, 3 lost
     * @param omitted number of entries that were left out since the start of the run
     * @param peakBytes memory of a unit, 0 where it is not known; empty if it is known of none
     */
    public record Spans(
            int[] lane,
            long[] fromMicros,
            long[] micros,
            int[] cycle,
            @Written(exact = true) long[] firstUnit,
            int[] units,
            byte[] outcome,
            long omitted,
            @Written(omitted = true) long[] peakBytes) {}

    /**
     * Messages with results, inputs or setups, the largest ones.
     *
     * @param lane number of the worker's first lane
     * @param toMaster 1 for results, 0 for inputs and setups
     * @param omitted number of entries that were left out since the start of the run
     */
    public record Transfers(
            int[] lane, byte[] toMaster, long[] fromMicros, long[] micros, long[] bytes, long omitted) {}

    /**
     * The course of the run over time, in equal intervals; their width doubles like that of the bands.
     *
     * @param first number of the first interval in the arrays; 0 replaces everything that came before
     * @param done units accepted by the end of each interval
     * @param slots at its end
     * @param bytesUp bytes of results that reached the master within it
     * @param bytesDown bytes of inputs and setups that left the master within it
     * @param busy share of the slots' time spent in compute within it, from 0 to 1
     */
    public record Series(
            double seconds, int first, long[] done, int[] slots, long[] bytesUp, long[] bytesDown, float[] busy) {
        /** Fewer intervals between the first and the last tenth of the units show no rate. */
        private static final int FEWEST = 10;

        /**
         * Units a second in steady state: without the first and the last tenth of the units, while workers start and
         * run out of work; NaN if the run was too short.
         */
        public double steadyRate() {
            long all = done.length == 0 ? 0 : done[done.length - 1];
            int from = 0;
            while (from < done.length && 10 * done[from] < all) {
                from++;
            }
            int to = from;
            while (to < done.length && 10 * done[to] < 9 * all) {
                to++;
            }
            return to - from < FEWEST ? Double.NaN : (done[to] - done[from]) / (seconds * (to - from));
        }
    }

    /**
     * A link of the flow tree. The first is the master's own port.
     *
     * @param number from 0
     * @param parent number of the link that leads towards the master; -1 at the master
     * @param name of the host, sub-master or segment at the far end
     * @param slots that are reached through it and through no other child
     * @param capacityUp bytes a second towards the master; 0 if it is not known
     * @param capacityDown bytes a second from the master; 0 if it is not known
     * @param usedUp bytes a second, over the last seconds; after the run its mean
     * @param usedDown the same in the other direction
     * @param bestUp bytes a second at the rate that the flow model finds best; 0 if it is not known
     * @param bestDown the same in the other direction
     * @param binding whether the verdict names this link
     */
    public record Link(
            int number,
            int parent,
            String name,
            int slots,
            double capacityUp,
            double capacityDown,
            double usedUp,
            double usedDown,
            double bestUp,
            double bestDown,
            boolean binding) {
        /** The same link below another one. */
        Link below(int other) {
            return new Link(
                    number, other, name, slots, capacityUp, capacityDown, usedUp, usedDown, bestUp, bestDown, binding);
        }

        /** The same link, which limits the run or does not. */
        public Link limiting(boolean limits) {
            return new Link(
                    number, parent, name, slots, capacityUp, capacityDown, usedUp, usedDown, bestUp, bestDown, limits);
        }

        /** The same link with what the model says of it. */
        Link with(LinkModel model) {
            return new Link(
                    number,
                    parent,
                    name,
                    slots,
                    model.capacityUp > 0 ? model.capacityUp : capacityUp,
                    model.capacityDown > 0 ? model.capacityDown : capacityDown,
                    usedUp,
                    usedDown,
                    model.bestUp,
                    model.bestDown,
                    binding);
        }
    }

    /**
     * The flow model's figures for a link of the flow tree, with this run's measurements.
     *
     * @param name of the host at the far end, or of a shared line; empty for the master's own port
     * @param hosts that share this line; empty if it leads to one host
     * @param capacityUp bytes a second towards the master; 0 if it is not known
     * @param capacityDown bytes a second from the master; 0 if it is not known
     * @param bestUp bytes a second at the best rate
     * @param bestDown the same in the other direction
     */
    public record LinkModel(
            String name, List<String> hosts, double capacityUp, double capacityDown, double bestUp, double bestDown) {
        /** The line between the master and those of these links that share it; it limits the run if all of them do. */
        private Link over(List<Link> links, int number, int parent) {
            double up = 0;
            double down = 0;
            boolean limits = true;
            for (Link link : links) {
                if (shares(link, parent)) {
                    up += link.usedUp;
                    down += link.usedDown;
                    limits &= link.binding;
                }
            }
            return new Link(number, parent, name, 0, 0, 0, up, down, 0, 0, limits).with(this);
        }

        private boolean shares(Link link, int parent) {
            return link.parent == parent && hosts.contains(link.name);
        }
    }

    /** The same links with what the model says of those that it knows, and lines that hosts share between them. */
    public static List<Link> modelled(List<Link> links, List<LinkModel> models) {
        if (models.isEmpty()) {
            return links;
        }
        Map<String, LinkModel> byName = new HashMap<>();
        models.stream().filter(model -> model.hosts.isEmpty()).forEach(model -> byName.put(model.name, model));
        List<Link> all = new ArrayList<>();
        for (Link link : links) {
            LinkModel model = byName.get(link.parent < 0 ? "" : link.name);
            all.add(model == null ? link : link.with(model));
        }
        int master = all.isEmpty() ? -1 : all.get(0).number;
        models.stream().filter(model -> !model.hosts.isEmpty()).forEach(model -> {
            Link line = model.over(all, all.size(), master);
            all.replaceAll(link -> model.shares(link, master) ? link.below(line.number) : link);
            all.add(line);
        });
        return List.copyOf(all);
    }

    /**
     * A change of the machines or settings, and its effect by the model with this run's measured parameters.
     *
     * @param what "another host like b1 (2 slots)"
     * @param seconds of the same run with the change
     * @param gain share of the time that it saves, from 0 to 1; negative if it costs
     */
    public record Change(String what, double seconds, double gain) {
        private static final double WORTH_A_LINE = 0.03;

        /** Tells whether it would help; a smaller gain is not worth a line. */
        @Written
        public boolean helps() {
            return gain >= WORTH_A_LINE;
        }

        /** The sentence for people: "another host like b1 (2 slots): 11.4 s instead of 22.5 s (-49 %)". */
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "%s: %.1f s instead of %.1f s (%+.0f %%)",
                    what,
                    seconds,
                    seconds / Math.max(1e-9, 1 - gain),
                    -100 * gain);
        }
    }

    /**
     * The time of the run by number of slots, by the model with this run's measured parameters.
     *
     * @param slots ascending
     * @param seconds for each number of slots
     * @param low of its interval
     * @param high of its interval
     * @param knee from this number of slots on, more bring little; 0 if more still help
     * @param hereSlots those of this run
     * @param hereSeconds of this run; expected while it is running
     */
    public record Scaling(
            int[] slots, double[] seconds, double[] low, double[] high, int knee, int hereSlots, double hereSeconds) {}

    /**
     * Forecasts of the end, over time.
     *
     * @param at seconds at which each was made
     * @param low seconds of the whole run, at least
     * @param high seconds of the whole run, at most
     * @param actual seconds of the whole run; -1 while it is running
     * @param held share of the forecasts whose interval contained the actual time, from 0 to 1; -1 while it is running
     */
    public record Forecasts(double[] at, double[] low, double[] high, double actual, double held) {}

    /**
     * A host.
     *
     * @param unitSeconds mean time of a unit there; 0 before the first
     * @param load mean number of ready processes; -1 if it is not known
     * @param roundTripSeconds -1 if it is not known
     * @param bytesPerSecond to the master; 0 if it is not known
     * @param log path of the log of its workers; empty if it is not known
     */
    public record Host(
            String name,
            int workers,
            int slots,
            long units,
            double unitSeconds,
            double load,
            double roundTripSeconds,
            double bytesPerSecond,
            String transport,
            State state,
            String log) {}

    /**
     * Something that the master decided, or that changed. A change has decisions again whose outcome became known.
     *
     * @param number identifies it within the run; a later entry with the same number replaces it
     * @param kind "policy", "grants", "worker", "sub-master", "parts", "copy" or "plan"
     * @param what the decision
     * @param why its reason
     * @param gain what was expected; empty if nothing was
     * @param outcome what came of it; empty if it is not known
     */
    public record Decision(
            int number, double seconds, String kind, String what, String why, String gain, String outcome) {}

    /**
     * A unit that failed.
     *
     * @param given whether it was given up: no other worker tries it
     * @param tries workers that tried it so far
     * @param log the last lines of the worker's log just after the failure; may be empty
     */
    public record Failure(
            double seconds,
            int cycle,
            @Written(exact = true) long unit,
            String worker,
            String host,
            boolean given,
            int tries,
            String type,
            String message,
            String stack,
            List<String> log) {
        /** The same failure with these lines of the worker's log. */
        public Failure logged(List<String> lines) {
            return new Failure(seconds, cycle, unit, worker, host, given, tries, type, message, stack, lines);
        }
    }
}
