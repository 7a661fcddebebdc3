package dev.sluice.insight.replay;

import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.actor.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A replayed run beside the run that was.
 *
 * @param seconds of the replayed run [s]
 */
public record Replay(RecordedRun recorded, SimulationReport report, double seconds) {
    /** A replay that differs more does not fit the run. */
    public static final double MOST_ERROR = 0.2;

    /** Replays a run. */
    public static Replay of(RecordedRun recorded) {
        SimulationReport report = Simulation.run(recorded.replica().run());
        return new Replay(recorded, report, report.seconds());
    }

    /** Replayed over actual time, less 1. */
    public double error() {
        return seconds / recorded.seconds() - 1;
    }

    /** Tells whether the replay is close enough to the run to say what would change it. */
    public boolean fits() {
        return report.ending() == SimulationReport.Ending.COMPLETE && Math.abs(error()) <= MOST_ERROR;
    }

    /** The words of the replay of the run, a line each. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "the run took %.1f s; replayed %.1f s (%+.1f %%)",
                recorded.seconds(),
                seconds,
                100 * error()));
        if (!recorded.complete()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "times of %,d of %,d units are recorded; the others are simulated with their mean and spread",
                    recorded.recordedUnits(),
                    recorded.units()));
        }
        String changes = ChangeWords.of(recorded.replica().run().world());
        if (!changes.isEmpty()) {
            lines.add("the replay makes the changes of the run at their times: " + changes);
        }
        if (!fits()) {
            lines.add("the replay differs too much from the run to say what would change it (expected: at most 20 %)");
        }
        return lines;
    }

    /** A changed run beside the replayed one; in words if it does not accept all units. */
    public String changed(String what, SimulationReport other) {
        if (other.ending() != SimulationReport.Ending.COMPLETE) {
            return String.format(
                    Locale.ROOT,
                    "%s: does not end (%,d of %,d units accepted in %.1f s)",
                    what,
                    other.acceptedUnits(),
                    recorded.units(),
                    other.seconds());
        }
        return String.format(
                Locale.ROOT,
                "%s: %.1f s (%+.1f %% of the replayed run)",
                what,
                other.seconds(),
                100 * (other.seconds() / seconds - 1));
    }
}
