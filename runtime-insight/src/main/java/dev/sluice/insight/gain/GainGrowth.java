package dev.sluice.insight.gain;

import dev.sluice.model.simulate.Growth;

/**
 * Units that an open cycle got while it ran.
 *
 * @param after results that the application had accepted; negative if a source gave the units
 * @param seconds when slots waited for the source until then, since the start of the run; 0 if none did [s]
 */
public record GainGrowth(int cycle, long units, long after, double seconds) {
    Growth growth() {
        return new Growth(units, after, Math.round(seconds * 1e9));
    }
}
