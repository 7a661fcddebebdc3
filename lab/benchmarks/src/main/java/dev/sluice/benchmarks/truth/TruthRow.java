package dev.sluice.benchmarks.truth;

import dev.sluice.benchmarks.truth.RunAnswer.Predicted;
import dev.sluice.benchmarks.truth.RunAnswer.UnitTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One run of a case.
 *
 * @param place the master, its workers and when they were launched, for people
 * @param wall from the command to its end, taken from outside [s]
 * @param run the run's own time [s]; NaN if unknown
 * @param allowed rate that the report says machines and links allow; NaN if it says none [units/s]
 * @param failed why there is no time; empty if there is one
 */
record TruthRow(
        TruthCase drawn,
        RunWay way,
        String place,
        @Nullable Predicted predicted,
        double wall,
        double run,
        @Nullable UnitTimes times,
        double allowed,
        String failed) {

    static TruthRow failed(TruthCase drawn, RunWay way, String why) {
        return new TruthRow(drawn, way, "", null, Double.NaN, Double.NaN, null, Double.NaN, why);
    }

    /**
     * The row of a run that ended well.
     *
     * @param outcome the output of the command is its report as JSON
     * @param directory of the run
     */
    static TruthRow of(
            TruthCase drawn,
            RunWay way,
            String place,
            @Nullable Predicted predicted,
            CommandOutcome outcome,
            double wall,
            Path directory)
            throws IOException {
        String run = outcome.text();
        UnitProfile profile = drawn.profile();
        return new TruthRow(
                drawn,
                way,
                place + launched(RunAnswer.number(run, "commandSeconds")),
                predicted,
                wall,
                RunAnswer.number(run, "seconds"),
                RunAnswer.times(directory.resolve("units.csv"), profile.cycles() * profile.units()),
                RunAnswer.number(run, "unitsPerSecondAllowed"),
                "");
    }

    /** Says how long planning and other preparation took, which count in the wall time. */
    private static String launched(double commandSeconds) {
        return Double.isNaN(commandSeconds)
                ? ""
                : String.format(Locale.ROOT, ", launched %.1f s after the command", commandSeconds);
    }

    boolean good() {
        return failed.isEmpty();
    }

    /** Predicted over actual time, less 1; NaN without both. */
    double error() {
        return predicted == null || !good() ? Double.NaN : predicted.seconds() / wall - 1;
    }

    boolean bounded() {
        return good() && predicted != null && !Double.isNaN(predicted.low()) && !Double.isNaN(predicted.high());
    }

    boolean held() {
        return bounded() && predicted != null && predicted.held(wall);
    }

    @Override
    public String toString() {
        String head = String.format(Locale.ROOT, "%-14s %-6s ", drawn.title(), way.word());
        if (!good()) {
            return head + "FAILED " + failed;
        }
        StringBuilder text = new StringBuilder(head);
        if (predicted == null) {
            text.append(String.format(Locale.ROOT, "predicted nothing, took %.1f s", wall));
        } else {
            text.append(String.format(Locale.ROOT, "predicted %.1f s", predicted.seconds()));
            if (bounded()) {
                text.append(String.format(Locale.ROOT, " (%.1f to %.1f)", predicted.low(), predicted.high()));
            }
            text.append(String.format(
                    Locale.ROOT,
                    ", took %.1f s: %+.1f %%%s [%s]",
                    wall,
                    100 * error(),
                    bounded() ? held() ? ", held" : ", missed" : "",
                    predicted.source()));
        }
        text.append(String.format(Locale.ROOT, "; run %.1f s", run));
        if (times != null) {
            text.append(String.format(
                    Locale.ROOT,
                    ", units from %.1f to %.1f s, steady %.1f",
                    times.first(),
                    times.last(),
                    times.rate()));
        }
        text.append(Double.isNaN(allowed) ? " (allowed: null)" : String.format(Locale.ROOT, " of %.1f/s", allowed));
        return text + "; " + place;
    }
}
