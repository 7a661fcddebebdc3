package dev.sluice.net.message;

/** Operator to master: put this into the decisions of the run, with the time. */
public record Note(String text) implements Message {
    public Note {
        text = Checks.atMost(1_024, text);
    }
}
