package dev.sluice.model.simulate.actor;

import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Script;

/** Checks that the steps of a script name existing hosts and links. */
record ScriptCheck(Machines machines, Script script) {
    /** @throws IllegalArgumentException if a step names a host or link that does not exist */
    void check() {
        int hosts = machines.view().hosts().size();
        int links = machines.view().links().size();
        for (Script.Step step : script.steps()) {
            int index;
            int count = hosts;
            if (step instanceof Script.Join join) {
                index = join.host();
            } else if (step instanceof Script.Drain drain) {
                index = drain.host();
            } else if (step instanceof Script.Lose lose) {
                index = lose.host();
            } else if (step instanceof Script.Die die) {
                index = die.host();
            } else if (step instanceof Script.Load load) {
                index = load.host();
            } else {
                index = ((Script.Capacity) step).link();
                count = links;
            }
            if (index < 0 || index >= count || step.atNanos() < 0) {
                throw new IllegalArgumentException(
                        step + " (expected: a time from 0 on, an index from 0 to " + (count - 1) + ")");
            }
        }
    }
}
