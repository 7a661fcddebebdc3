package dev.sluice.model.regime;

/**
 * Where an application stands on some machines: how far each kind of resource is in use, and which one binds.
 *
 * @param rateWups achievable, or achieved in a simulation [units/s]
 * @param computation share of the workers' slot time that is spent computing, 0 to 1
 * @param communication use of the busiest link or port that matters, 0 to 1
 * @param overhead use of the master, or share of the slots' time that goes into handling units, whichever is more
 * @param busiestLink the name of that link or port; empty when nothing limits
 * @param busiestOverhead what of overhead is in use most
 */
public record Standing(
        Regime regime,
        double rateWups,
        double computation,
        double communication,
        double overhead,
        String busiestLink,
        Overhead busiestOverhead) {
    /** Where overhead can bind. */
    public enum Overhead {
        /** The master's thread that handles messages: hand-outs and results. */
        MASTER_MESSAGES("the master's messages"),
        /** The master's thread that calls the application. */
        MASTER_ACCEPT("the application's accept"),
        /** What each unit costs a slot beside computing. */
        SLOT_HANDLING("handling of units on the slots");

        private final String words;

        Overhead(String words) {
            this.words = words;
        }

        /** As tables have it. */
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

    /** What binds, by name: "slots", "link wan", "the master's messages". In a mixed regime the one in use most. */
    public String binding() {
        double most = Math.max(computation, Math.max(communication, overhead));
        if (most == communication && communication > 0) {
            return busiestLink;
        }
        return most == overhead && overhead > computation ? busiestOverhead.words() : "slots";
    }

    /** A link or port and how far it is in use, 0 to 1. */
    record Busiest(String name, double use) {
        static final Busiest NONE = new Busiest("", 0);

        Busiest or(Busiest other) {
            return other.use > use ? other : this;
        }
    }
}
