package dev.sluice.picture;

/** The bottleneck of a rate. Each has a colour and, for readers who do not see it, a letter. */
public enum Binding {
    /** The workers' slots: more of them would help. */
    SLOTS("slots", 'S'),
    /** A link on the way. */
    LINK("link", 'L'),
    /** The master's processor. */
    MASTER("master", 'M'),
    /** The cost of handing out and taking back, however little is in it. */
    OVERHEAD("overhead", 'O'),
    /** Waiting for answers: chunks outstanding over the round trip. */
    LATENCY("latency", 'T'),
    /** Nothing that is known. */
    UNKNOWN("unknown", '?');

    private final String word;
    private final char letter;

    Binding(String word, char letter) {
        this.word = word;
        this.letter = letter;
    }

    /** The word in legends and tables. */
    public String word() {
        return word;
    }

    char letter() {
        return letter;
    }

    String style() {
        return "b-" + word;
    }
}
