package dev.sluice.model.regime;

/** The bottleneck of a run (model.md §9). */
public enum Regime {
    /** The slots are the bottleneck. */
    COMPUTATION("computing", "computing limits the run: more or faster workers would help"),
    /** A link or the way over it is the bottleneck. */
    COMMUNICATION("links", "a link or its round trips limit the run: fewer bytes or a faster link would help"),
    /** The master or the cost of each assignment is the bottleneck. */
    OVERHEAD(
            "overhead",
            "the master or the cost of each hand-out limits the run: larger chunks or larger units would help"),
    /** Two loads are nearly equal. */
    MIXED("two of them", "two limits lie within 15 %: to relieve one of them alone would help little");

    /** Two loads are nearly equal if the smaller is at least this fraction of the greater. */
    static final double NEAR = 0.85;

    private static final double ROUNDING = 1e-9;

    private final String word;
    private final String sentence;

    Regime(String word, String sentence) {
        this.word = word;
        this.sentence = sentence;
    }

    /** The limit in a word. */
    public String word() {
        return word;
    }

    /** The limit and its remedy. */
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
