package dev.sluice.app.each.output;

/** Tells whether further commands start after an outcome. */
public enum HaltDecision {
    /** The run continues. */
    CONTINUE,
    /** No further command starts; running ones end by themselves. */
    STOP_SOON,
    /** No further command starts, and running ones are killed. */
    STOP_NOW
}
