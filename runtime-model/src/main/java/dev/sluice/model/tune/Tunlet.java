package dev.sluice.model.tune;

import java.util.List;

/** Knowledge of one knob: when it may be turned, and which settings are worth a simulation. */
interface Tunlet {
    Knob knob();

    /** Settings to compare with the one that holds; empty where the knob does not apply now. */
    List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model);
}
