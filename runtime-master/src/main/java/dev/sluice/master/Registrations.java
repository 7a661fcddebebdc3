package dev.sluice.master;

import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Brought;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Register;
import java.util.ArrayList;
import java.util.List;

/** What a worker that registers brings, and what it is told to drop. */
final class Registrations {
    private Registrations() {}

    /** What another master gave to who registers here for the first time. */
    static Brought brought(Register register) {
        List<HeldUnits> finished =
                register.finished().stream().map(ResultRun::held).toList();
        return new Brought(register.heldCycle(), register.working(), finished);
    }

    /** Takes what is to be dropped out of what is to be carried out. */
    static List<HeldUnits> takeDrops(List<Action> actions) {
        List<HeldUnits> drops = new ArrayList<>();
        actions.removeIf(action -> action instanceof Action.DropHeld drop && drops.add(drop.units()));
        return drops;
    }
}
