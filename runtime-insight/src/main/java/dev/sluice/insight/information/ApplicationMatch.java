package dev.sluice.insight.information;

/** How close the measured application is to the one in the question. */
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

    /** A text for people, appended to that of a {@link Generalization}. */
    public String words() {
        return words;
    }
}
