package dev.sluice.master;

import dev.sluice.model.schedule.Action;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.rules.Closing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A listener of a run that keeps what it is told, a line each. */
final class Heard implements RunListener {
    private final List<String> lines = new ArrayList<>();
    private final List<Action.Quarantine> quarantined = new ArrayList<>();
    private @Nullable RunEnd end;

    List<String> lines() {
        return lines;
    }

    List<Action.Quarantine> quarantinedUnits() {
        return quarantined;
    }

    @Nullable
    RunEnd end() {
        return end;
    }

    @Override
    public void joined(WorkerEntry entry, boolean again) {
        lines.add(entry + (again ? " is back" : " joined"));
    }

    @Override
    public void branched(WorkerEntry entry) {
        lines.add(entry + " has " + entry.slots + " slots");
    }

    @Override
    public void leaving(WorkerEntry entry, String reason) {
        lines.add(entry + " leaves");
    }

    @Override
    public void left(WorkerEntry entry, Closing why) {
        lines.add(entry + " left: " + why.code());
    }

    @Override
    public void quarantined(Action.Quarantine quarantine) {
        quarantined.add(quarantine);
        lines.add("unit " + quarantine.unit() + " is given up");
    }

    @Override
    public void longUnit(WorkerEntry entry, LongUnit unit, long medianNanos) {
        lines.add((unit.preparing() ? "the slot of unit " : "unit ") + unit.unit()
                + (unit.preparing() ? " prepares" : " computes") + " for long on " + entry + ": process " + unit.pid()
                + " on " + unit.host());
    }

    @Override
    public void hostJudged(WorkerEntry entry, String line) {
        lines.add(line);
    }

    @Override
    public void tuned(String kind, String what, String why) {
        lines.add(kind + ": " + what + "; " + why);
    }

    @Override
    public void drought() {
        lines.add("no worker is left");
    }

    @Override
    public void cycleBegun(int number, long units, boolean open) {
        lines.add("cycle " + number + " of " + units + " units");
    }

    @Override
    public void ending() {
        lines.add("ending");
    }

    @Override
    public void ended(RunEnd how) {
        if (end != null) {
            throw new AssertionError("ended twice: " + end + ", then " + how);
        }
        end = how;
        lines.add("ended: " + how.outcome());
    }
}
