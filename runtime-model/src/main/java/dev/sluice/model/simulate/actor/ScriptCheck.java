package dev.sluice.model.simulate.actor;

import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.World;

/** Checks that the steps of a script name existing hosts and links. */
record ScriptCheck(World machines, Script script) {
    /** @throws IllegalArgumentException if a step names a host or link that does not exist */
    void check() {
        int hosts = machines.view().hosts().size();
        int links = machines.view().links().size();
        for (Script.Step step : script.steps()) {
            boolean ofRun = !(step instanceof Script.OfHost) && !(step instanceof Script.Capacity);
            if (ofRun && step.atNanos() >= 0) {
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
        return step instanceof Script.OfHost of
                ? of.host()
                : step instanceof Script.Capacity capacity ? capacity.link() : -1;
    }
}
