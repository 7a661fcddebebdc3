package dev.sluice.model.regime;

import dev.sluice.model.flow.CyclePhases;

/**
 * The loads of an application on a set of machines, and the resulting bottleneck.
 *
 * @param rateWups achievable, or achieved in a simulation [units/s]
 * @param computation fraction of the workers' slot time spent computing, 0 to 1
 * @param communication utilization of the busiest relevant link or port, 0 to 1
 * @param overhead utilization of the master, or fraction of slot time spent handling units, whichever is greater
 * @param busiestLink name of that link or port; empty if none limits
 * @param busiestOverhead the greatest part of the overhead
 */
public record Standing(
        Regime regime,
        double rateWups,
        double computation,
        double communication,
        double overhead,
        String busiestLink,
        Overhead busiestOverhead) {
    /** The places of overhead. */
    public enum Overhead {
        /** The master's thread that handles messages: assignments and results. */
        MASTER_MESSAGES("the master's messages"),
        /** The master's thread that calls the application. */
        MASTER_ACCEPT("the application's accept"),
        /** Runtime overhead of each unit on a slot. */
        SLOT_HANDLING("handling of units on the slots");

        private final String words;

        Overhead(String words) {
            this.words = words;
        }

        /** The name shown in tables. */
        public String words() {
            return words;
        }
    }

    static Standing of(double rate, double computation, Busiest link, double overhead, Overhead where) {
        double communication = link.use();
        return new Standing(
                Regime.of(computation, communication, overhead),
                rate,
                computation,
                communication,
                overhead,
                link.name(),
                where);
    }

    /** The standing of a whole cycle whose units have this one: links are in use before and after the units too. */
    public Standing in(CyclePhases cycle) {
        double units = cycle.computeSeconds() / cycle.seconds();
        double around = 1 - units;
        Busiest link = new Busiest(
                busiestLink.isEmpty() || around > communication * units ? "setups and values" : busiestLink,
                communication * units + around);
        return of(rateWups * units, computation * units, link, overhead * units, busiestOverhead);
    }

    /**
     * Name of the bottleneck: "computing", "link wan", "the master's messages". In a mixed regime, the most used
     * resource.
     */
    public String binding() {
        double most = Math.max(computation, Math.max(communication, overhead));
        if (most == communication && communication > 0) {
            return busiestLink;
        }
        return most == overhead && overhead > computation ? busiestOverhead.words() : RunVerdict.Kind.COMPUTING.word();
    }

    /** A link or port with its utilization, 0 to 1. */
    record Busiest(String name, double use) {
        static final Busiest NONE = new Busiest("", 0);

        Busiest or(Busiest other) {
            return other.use > use ? other : this;
        }
    }
}
