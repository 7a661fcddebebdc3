package dev.sluice.cli.run;

import dev.sluice.master.RunEnd;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.schedule.Action;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells how a run ended.
 *
 * @param made empty if there is no report of it
 */
record EndedRun(RunEnd how, Optional<Made> made) {
    /** Holds what the master knew of the run when it ended. */
    record Made(RunReport report, Weather weather) {}

    /** The end of a run without a report. */
    static EndedRun of(RunEnd how) {
        return new EndedRun(how, Optional.empty());
    }

    /** The same run with another end. */
    EndedRun with(RunEnd other) {
        return new EndedRun(other, made);
    }

    /** A unit that failed wherever it was tried; null if there is none. */
    Action.@Nullable Quarantine failed() {
        return made.flatMap(known -> known.report().failures().stream().findFirst())
                .map(RunReport.FailedUnit::given)
                .orElse(null);
    }
}
