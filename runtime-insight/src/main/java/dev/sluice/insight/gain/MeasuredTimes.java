package dev.sluice.insight.gain;

import dev.sluice.master.WorkerEntry;
import dev.sluice.net.message.SubMasterWorkers;
import java.util.List;

/** Compute times of units by worker. Those of a worker without units are the mean of all. */
final class MeasuredTimes {
    private double units;
    private double seconds;
    private double timed;
    private double squares;

    MeasuredTimes(List<WorkerEntry> entries) {
        for (WorkerEntry entry : entries) {
            if (entry.branch) {
                entry.linesBelow()
                        .forEach(line -> add(line.stats().units(), line.stats().computeNanos() / 1e9));
            } else if (entry.times.units() > 0) {
                add(entry.times.units(), entry.times.units() * entry.times.meanSeconds());
                spread(entry.times.units(), entry.times.spreadSeconds() / entry.times.meanSeconds());
            }
        }
    }

    private void add(double count, double sum) {
        units += count;
        seconds += sum;
    }

    private void spread(double count, double relative) {
        if (Double.isFinite(relative)) {
            timed += count;
            squares += count * relative * relative;
        }
    }

    /** Mean over all units [s]; 0 without units. */
    double meanSeconds() {
        return units == 0 ? 0 : seconds / units;
    }

    /** Standard deviation between units of one worker, for units of mean length [s]. */
    double spreadSeconds() {
        return timed == 0 ? 0 : meanSeconds() * Math.sqrt(squares / timed);
    }

    double of(WorkerEntry entry) {
        double mean = entry.times.meanSeconds();
        return mean > 0 ? mean : meanSeconds();
    }

    double of(SubMasterWorkers.Line line) {
        double nanos = line.stats().computeNanos();
        return nanos > 0 && line.stats().units() > 0
                ? nanos / 1e9 / line.stats().units()
                : meanSeconds();
    }
}
