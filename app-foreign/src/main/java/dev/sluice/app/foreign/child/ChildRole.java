package dev.sluice.app.foreign.child;

import java.util.Locale;

/** The parts that a child plays. */
public enum ChildRole {
    /** Describes cycles, makes units and accepts results. */
    MASTER,
    /** Computes units. */
    WORKER;

    /** The word of the protocol. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
