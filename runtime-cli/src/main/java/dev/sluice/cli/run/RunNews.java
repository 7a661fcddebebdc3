package dev.sluice.cli.run;

import dev.sluice.cli.launch.Survivors;
import dev.sluice.cli.report.FailureNews;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunListener;
import dev.sluice.master.WorkerEntry;
import dev.sluice.master.bounds.PeerLines;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.schedule.Action;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.rules.Closing;
import java.time.LocalDateTime;
import java.time.ZoneId;

/** Tells the user of workers and units. Called on the master loop. */
class RunNews implements RunListener {
    private final Output output;
    private final PeerLines lines;
    private final Survivors survivors;
    private final FailureNews failures = new FailureNews();
    private final LongUnitNews longUnits = new LongUnitNews();

    /** @param survivors told of workers that come and go */
    RunNews(Output output, Survivors survivors) {
        this.output = output;
        this.lines = new PeerLines(output::say, System::nanoTime);
        this.survivors = survivors;
    }

    @Override
    public void cycleBegun(int number, long units, boolean open) {
        survivors.cycleBegun();
    }

    @Override
    public void joined(WorkerEntry entry, boolean again) {
        survivors.joined(entry.host, entry.pid);
        if (entry.slots > 0) {
            say(entry, again ? " is back" : " joined with " + Plural.of(entry.slots, "slot"));
        }
    }

    @Override
    public void branched(WorkerEntry entry) {
        say(entry, " stands for " + Plural.of(entry.slots, "slot"));
    }

    @Override
    public void leaving(WorkerEntry entry, String reason) {
        say(entry, " leaves: " + reason);
    }

    @Override
    public void left(WorkerEntry entry, Closing why) {
        survivors.left(entry.host, entry.pid, why.code() == ErrorCode.NONE);
        if (why.code() != ErrorCode.NONE) {
            say(entry, " is away: " + why);
        }
    }

    private void say(WorkerEntry entry, String what) {
        lines.say(entry.id.toString(), entry.peer(), entry + what);
    }

    @Override
    public void quarantined(Action.Quarantine quarantine) {
        failures.line(quarantine).ifPresent(output::say);
    }

    @Override
    public void longUnit(WorkerEntry entry, LongUnit unit, long medianNanos) {
        longUnits
                .line(unit, entry.toString(), medianNanos, LocalDateTime.now(ZoneId.systemDefault()))
                .ifPresent(output::say);
    }

    @Override
    public void hostJudged(WorkerEntry entry, String line) {
        lines.say(entry.id.toString(), entry.peer(), line);
    }

    @Override
    public void tuned(String kind, String what, String why) {
        output.tuned(kind + ": " + what + "; " + why);
    }

    @Override
    public void stuck(String line) {
        output.say(line);
    }

    @Override
    public void drought() {
        output.say("no workers connected; waiting");
    }

    @Override
    public void ended(RunEnd how) {}
}
