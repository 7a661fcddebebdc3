package dev.sluice.insight.gain;

import dev.sluice.master.weather.ArrivalCourse.Part;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Script;
import java.util.ArrayList;
import java.util.List;

/**
 * The course of the throughput of a link, from the arrivals of a run: parts of the run in which the link carried about
 * the same while it was used.
 */
final class LinkCourse {
    /** A rate is another one from this factor on. */
    private static final double OTHER = 1.5;

    /** In less time than this the arrivals of a part say little [ns]. */
    private static final double SHORTEST_NANOS = 50e6;

    private LinkCourse() {}

    /**
     * The changes of a link; none if it always carried about the same.
     *
     * @param parts of the run, in the order of time
     * @param wire its capacity over the whole run
     * @param toMaster whether results go down, to the master, or up
     * @param startNanos the start of the run, on the same clock as the parts
     */
    static List<Script.Step> of(List<Part> parts, int link, Wire wire, boolean toMaster, long startNanos) {
        List<Stretch> stretches = Stretch.of(parts.stream()
                .filter(part -> part.busyNanos() >= SHORTEST_NANOS)
                .map(part -> new Stretch.Part(
                        part.fromNanos(), LinkThroughput.WIRE_BYTES * part.bytes(), part.busyNanos() / 1e9, OTHER))
                .toList());
        List<Script.Step> steps = new ArrayList<>();
        double in = toMaster ? wire.downBytesPerSecond() : wire.upBytesPerSecond();
        double out = toMaster ? wire.upBytesPerSecond() : wire.downBytesPerSecond();
        for (Stretch stretch : stretches) {
            long at = steps.isEmpty() ? 0 : Math.max(0, stretch.fromNanos() - startNanos);
            double rate = stretch.value();
            double other = Double.isInfinite(out) ? out : rate * out / in;
            steps.add(new Script.Capacity(at, link, toMaster ? rate : other, toMaster ? other : rate));
        }
        return steps.size() < 2 || Double.isInfinite(in) ? List.of() : steps;
    }
}
