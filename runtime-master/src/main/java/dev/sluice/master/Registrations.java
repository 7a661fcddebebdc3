package dev.sluice.master;

import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Register;
import java.util.ArrayList;
import java.util.List;

/** What a worker that registers is told to drop. */
final class Registrations {
    private Registrations() {}

    static List<HeldUnits> drops(List<Action> actions) {
        List<HeldUnits> drops = new ArrayList<>();
        for (Action action : actions) {
            if (action instanceof Action.DropHeld drop) {
                drops.add(drop.units());
            }
        }
        return drops;
    }

    /** What a worker holds that this master does not know, or has given up: all of it. */
    static List<HeldUnits> everything(Register register) {
        List<HeldUnits> all = new ArrayList<>(register.working());
        for (ResultRun run : register.finished()) {
            all.add(new HeldUnits(run.attempt(), run.nonce(), run.firstUnit(), run.units()));
        }
        return all;
    }
}
