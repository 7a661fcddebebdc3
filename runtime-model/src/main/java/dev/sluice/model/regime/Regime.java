package dev.sluice.model.regime;

/** What bounds a run (model.md §9). */
public enum Regime {
    /** The slots bind. */
    COMPUTATION("the slots bind: more or faster workers help"),
    /** A link binds. */
    COMMUNICATION("a link binds: fewer bytes or a wider link help"),
    /** The master binds, or what each assignment costs. */
    OVERHEAD("the master or the cost of each hand-out binds: larger chunks or larger units help"),
    /** Two of them are in use to nearly the same degree. */
    MIXED("two of them lie within 15 %: relieving one alone helps little");

    /** Two loads are as good as equal when the smaller is at least so much of the greater. */
    static final double NEAR = 0.85;

    private static final double ROUNDING = 1e-9;

    private final String sentence;

    Regime(String sentence) {
        this.sentence = sentence;
    }

    /** What it means, and what would help. */
    public String sentence() {
        return sentence;
    }

    /**
     * By the degree to which each is in use at the achievable rate, 0 to 1: the one in use most, unless the next has at
     * least 85 % of its load.
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
