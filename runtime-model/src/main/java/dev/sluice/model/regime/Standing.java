package dev.sluice.model.regime;

import dev.sluice.model.ResourceUse;
import dev.sluice.model.flow.CyclePhases;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.RegimeWindow;
import dev.sluice.model.ledger.RegimeWindow.LinkUse;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.ledger.RunVerdict.Kind;
import dev.sluice.model.ledger.RunVerdict.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loads of an application on a set of machines, and the resulting bottleneck.
 *
 * @param rateWups achievable, or achieved in a simulation [units/s]
 * @param computation fraction of the workers' slot time spent computing, 0 to 1
 * @param communication utilization of the busiest relevant link or port, 0 to 1
 * @param overhead utilization of the master, or fraction of slot time spent handling units, whichever is greater
 * @param busiestLink name of that link or port; empty if none limits
 * @param busiestOverhead the greatest part of the overhead
 * @param full resource of the run of which no more is free; null if none bounds the rate
 */
public record Standing(
        Regime regime,
        double rateWups,
        double computation,
        double communication,
        double overhead,
        String busiestLink,
        Overhead busiestOverhead,
        @Nullable ResourceUse full) {
    /** The name of round trips that leave slots without work. */
    static final String ROUND_TRIPS = "round trips to the workers";

    private static final String AROUND = "setups and values";

    /** Share of all waiting that makes a link with few others behind it the cause. */
    private static final double NEARLY_ALL = 0.85;

    /** A used link is the cause from this part of the greatest load on. */
    private static final double MUCH = 0.5;

    /** The places of overhead. */
    public enum Overhead {
        /** The master's thread that handles messages: assignments and results. */
        MASTER_MESSAGES(Kind.MASTER.word()),
        /** The master's thread that calls the application. */
        MASTER_ACCEPT(Kind.MASTER.word() + " (accept)"),
        /** Runtime overhead of each unit on a slot. */
        SLOT_HANDLING(Kind.OVERHEAD.word());

        private final String words;

        Overhead(String words) {
            this.words = words;
        }

        /** The name shown in tables. */
        public String words() {
            return words;
        }
    }

    static Standing of(
            double rate,
            double computation,
            Busiest link,
            double overhead,
            Overhead where,
            @Nullable ResourceUse full) {
        double communication = link.use();
        return new Standing(
                Regime.of(computation, communication, overhead),
                rate,
                computation,
                communication,
                overhead,
                link.name(),
                where,
                full);
    }

    /** The standing of a whole cycle whose units have this one: links are in use before and after the units too. */
    public Standing in(CyclePhases cycle) {
        double units = cycle.computeSeconds() / cycle.seconds();
        double around = 1 - units;
        Busiest link = new Busiest(
                busiestLink.isEmpty() || around > communication * units ? AROUND : busiestLink,
                communication * units + around);
        return of(rateWups * units, computation * units, link, overhead * units, busiestOverhead, full);
    }

    /** Name of the bottleneck: "computing", "link wan", "the master". In a mixed regime, the most used resource. */
    public String binding() {
        double most = Math.max(computation, Math.max(communication, overhead));
        if (most == communication && communication > 0) {
            return busiestLink;
        }
        return most == overhead && overhead > computation ? busiestOverhead.words() : RunVerdict.Kind.COMPUTING.word();
    }

    /** The verdict of these loads. */
    public RunVerdict verdict() {
        if (full != null) {
            return RunVerdict.of(List.of(new Limit(Kind.NEED, List.of(), 1, true, full)), "", load -> false);
        }
        boolean named = !busiestLink.isEmpty() && !busiestLink.equals(ROUND_TRIPS);
        Limit link = busiestLink.equals(AROUND)
                ? new Limit(Kind.SETUP, List.of(), communication, false)
                : new Limit(Kind.LINK, named ? List.of(busiestLink) : List.of(), communication, named);
        boolean slots = busiestOverhead == Overhead.SLOT_HANDLING;
        return RunVerdict.of(
                List.of(
                        new Limit(Kind.COMPUTING, List.of(), computation, false),
                        link,
                        new Limit(slots ? Kind.OVERHEAD : Kind.MASTER, List.of(), overhead, !slots)),
                "",
                load -> busiestOverhead == Overhead.MASTER_ACCEPT);
    }

    /**
     * The loads of a window. A link or a master for which slots wait is the bottleneck even if its average utilization
     * is low (latency, bursts). Each load is therefore the greater of the utilization and of the fraction of slot time
     * spent waiting for it. The start, and the end of the run without work, count for no load.
     *
     * @param rate of the run; 0 if it does not matter [units/s]
     */
    static Standing of(RegimeWindow window, double rate) {
        double busy = window.busyNanos();
        double handling = share(window.times().of(Cause.RUNTIME), busy);
        double atMaster = Math.max(
                share(window.times().of(Cause.MASTER), busy),
                Math.max(window.messages(), Math.max(window.accept(), window.held())));
        Overhead where = handling > atMaster
                ? Overhead.SLOT_HANDLING
                : window.ofApplication(0) ? Overhead.MASTER_ACCEPT : Overhead.MASTER_MESSAGES;
        return of(
                rate,
                share(window.times().of(Cause.COMPUTE), busy),
                link(window, busy),
                Math.max(handling, atMaster),
                where,
                null);
    }

    private static Busiest link(RegimeWindow window, double busy) {
        double waits = window.times().of(Cause.RESULTS_LINK)
                + (double) window.times().of(Cause.INPUTS_LINK)
                + window.times().of(Cause.SETUP);
        Busiest used = Busiest.NONE;
        String waitedFor = "links, waited for";
        for (LinkUse link : window.limiting()) {
            used = used.or(new Busiest(link.name(), Math.min(1, link.use())));
        }
        for (LinkUse link : window.links()) {
            waitedFor = waits > 0 && link.waited() >= NEARLY_ALL * waits ? link.name() : waitedFor;
        }
        double load = Math.max(used.use(), window.beyondHeld(share(waits, busy)));
        return new Busiest(used.use() > 0 && used.use() >= MUCH * load ? used.name() : waitedFor, load);
    }

    private static double share(double part, double whole) {
        return whole > 0 ? Math.min(1, part / whole) : 0;
    }

    /** A link or port with its utilization, 0 to 1. */
    record Busiest(String name, double use) {
        static final Busiest NONE = new Busiest("", 0);

        Busiest or(Busiest other) {
            return other.use > use ? other : this;
        }
    }
}
