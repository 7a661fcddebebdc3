package dev.sluice.insight.information;

/** How near the application that was measured is to the one asked about. */
public enum ApplicationMatch {
    /** The same, as far as the question says. */
    SAME(""),
    /** The same class from other jars. */
    OTHER_BUILD(", of another build"),
    /** The same class, started with other arguments. */
    OTHER_ARGUMENTS(", with other arguments");

    private final String words;

    ApplicationMatch(String words) {
        this.words = words;
    }

    /** For people, behind those of a {@link Generalization}. */
    public String words() {
        return words;
    }
}
