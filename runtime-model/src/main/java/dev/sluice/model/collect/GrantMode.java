package dev.sluice.model.collect;

/** How many large results may be on their way through one shared link. */
public enum GrantMode {
    /** As many as the budget of bytes allows: every offer is granted at once. */
    OFF("every offer is granted at once"),
    /** One after the other (AMWAT's congestion control). */
    SERIAL("one result at a time"),
    /** As many as give the best goodput, found out while the run goes on. */
    ADAPTIVE("as many at a time as give the best goodput");

    private final String sentence;

    GrantMode(String sentence) {
        this.sentence = sentence;
    }

    /** What it does, for a person who chooses. */
    public String sentence() {
        return sentence;
    }
}
