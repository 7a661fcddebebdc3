package dev.sluice.insight.information;

/** How far a question was widened, from exact to general. */
public enum Generalization {
    /** What was asked, as it was asked. */
    EXACT("as asked"),
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

    /** For people. */
    public String words() {
        return words;
    }
}
