package dev.sluice.master;

import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.HeldUnits;
import java.util.ArrayList;
import java.util.List;

/** What a worker that registers is told to drop. */
final class Registrations {
    private Registrations() {}

    /** Takes them out of what is to be carried out. */
    static List<HeldUnits> takeDrops(List<Action> actions) {
        List<HeldUnits> drops = new ArrayList<>();
        actions.removeIf(action -> action instanceof Action.DropHeld drop && drops.add(drop.units()));
        return drops;
    }
}
