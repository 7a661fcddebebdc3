package dev.sluice.model.regime;

/** The bottleneck of a run (model.md §9). */
public enum Regime {
    /** The slots are the bottleneck. */
    COMPUTATION("the slots bind: more or faster workers help"),
    /** A link or the way over it is the bottleneck. */
    COMMUNICATION("a link or its round trips bind: fewer bytes or a better link help"),
    /** The master or the cost of each assignment is the bottleneck. */
    OVERHEAD("the master or the cost of each hand-out binds: larger chunks or larger units help"),
    /** Two loads are nearly equal. */
    MIXED("two of them lie within 15 %: relieving one alone helps little");

    /** Two loads are nearly equal if the smaller is at least this fraction of the greater. */
    static final double NEAR = 0.85;

    private static final double ROUNDING = 1e-9;

    private final String sentence;

    Regime(String sentence) {
        this.sentence = sentence;
    }

    /** The meaning of the regime and its remedy. */
    public String sentence() {
        return sentence;
    }

    /**
     * Determines the regime from three loads at the achievable rate, 0 to 1 each. The greatest load decides, unless the
     * next one reaches 85 % of it.
     */
    public static Regime of(double computation, double communication, double overhead) {
        double most = Math.max(computation, Math.max(communication, overhead));
        double least = Math.min(computation, Math.min(communication, overhead));
        double middle = Math.max(
                Math.min(computation, communication), Math.min(Math.max(computation, communication), overhead));
        if (Math.max(least, middle) >= NEAR * most - ROUNDING) {
            return MIXED;
        }
        if (most == computation) {
            return COMPUTATION;
        }
        return most == communication ? COMMUNICATION : OVERHEAD;
    }
}
