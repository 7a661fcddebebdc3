package dev.sluice.master;

import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Brought;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Register;
import java.util.ArrayList;
import java.util.List;

/** Evaluates registrations: the units that a worker brings, and those that it must drop. */
final class Registrations {
    private Registrations() {}

    /** The units that a worker brings at its first registration here; another master assigned them. */
    static Brought brought(Register register) {
        List<HeldUnits> finished =
                register.finished().stream().map(ResultRun::held).toList();
        return new Brought(register.heldCycle(), register.working(), finished);
    }

    /** Removes the drops from the actions and returns them. */
    static List<HeldUnits> takeDrops(List<Action> actions) {
        List<HeldUnits> drops = new ArrayList<>();
        actions.removeIf(action -> action instanceof Action.DropHeld drop && drops.add(drop.units()));
        return drops;
    }
}
