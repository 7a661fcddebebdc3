package dev.sluice.model.record;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Plural;
import dev.sluice.model.Written;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long units, starts, round trips and {@code accept} took in a run; each is null if it was never measured.
 *
 * @param unit computing times of units
 * @param start from the start of a worker until its slots were ready
 * @param roundTrip of heartbeats between a master and a worker
 * @param accept calls of {@code accept}, or merges of accumulated results
 */
public record RunSpreads(
        @IfKnown @Nullable TimeSpread unit,
        @IfKnown @Nullable TimeSpread start,
        @IfKnown @Nullable TimeSpread roundTrip,
        @IfKnown @Nullable TimeSpread accept) {
    /** The quantiles that are known, for people; the units first. */
    @Written
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        add(lines, unit, "time of ", "unit");
        add(lines, start, "start of ", "worker");
        add(lines, roundTrip, "", "round trip");
        add(lines, accept, "accept of ", "result");
        return lines;
    }

    private static void add(List<String> lines, @Nullable TimeSpread times, String before, String what) {
        if (times != null) {
            lines.add(before + Plural.of(times.count(), what) + ": " + times.words());
        }
    }
}
