package dev.sluice.insight.predict;

/** The steps of generalizing a question about a host, from exact to general. */
public enum Generalization {
    /** A model of the application tells it. */
    TOLD("told by the application's model"),
    /** The host itself. */
    EXACT(""),
    /** Hosts with processors of the same model. */
    MODEL("on this processor model"),
    /** Hosts with processors of about the same clock, scaled by the clocks. */
    CLOCK("on a similar clock, scaled"),
    /** Other hosts, scaled by the general benchmarks of both. */
    HOST_BENCHMARK("on another host, scaled by the general benchmark of this one"),
    /** Other hosts, scaled by the general benchmark of hosts with the same processors. */
    MODEL_BENCHMARK("on another host, scaled by the general benchmark of this processor model");

    private final String words;

    Generalization(String words) {
        this.words = words;
    }

    /** A text for people. */
    String words() {
        return words;
    }
}
