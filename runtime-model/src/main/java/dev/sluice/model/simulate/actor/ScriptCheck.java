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
            if (step instanceof Script.SwitchPolicy && step.atNanos() >= 0) {
                continue;
            }
            int count = step instanceof Script.Capacity ? links : hosts;
            int index = index(step);
            if (index < 0 || index >= count || step.atNanos() < 0) {
                throw new IllegalArgumentException(
                        step + " (expected: a time from 0 on, an index from 0 to " + (count - 1) + ")");
            }
        }
    }

    /** The host or link of a step; -1 if it has none. */
    private static int index(Script.Step step) {
        if (step instanceof Script.Join join) {
            return join.host();
        } else if (step instanceof Script.Drain drain) {
            return drain.host();
        } else if (step instanceof Script.Park park) {
            return park.host();
        } else if (step instanceof Script.Unpark unpark) {
            return unpark.host();
        } else if (step instanceof Script.Lose lose) {
            return lose.host();
        } else if (step instanceof Script.Die die) {
            return die.host();
        } else if (step instanceof Script.Load load) {
            return load.host();
        }
        return step instanceof Script.Capacity capacity ? capacity.link() : -1;
    }
}
