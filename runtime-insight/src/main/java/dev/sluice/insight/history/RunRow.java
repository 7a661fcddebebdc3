package dev.sluice.insight.history;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import java.time.Instant;
import java.util.List;

/**
 * One run.
 *
 * @param run its id
 * @param started when the command began
 * @param hosts of its workers, each once, separated by commas
 * @param acceptSeconds of the master for each unit, decoding included: c_m; NaN if not measured
 * @param error code and sentence; empty without an error
 * @param directory of its report
 */
public record RunRow(
        String run,
        @Written(flat = true) ApplicationKey application,
        Instant started,
        double seconds,
        int cycles,
        long units,
        double unitsPerSecond,
        int slots,
        int workers,
        @Written(omitted = true) String hosts,
        String master,
        String policy,
        String outcome,
        int exitCode,
        @IfKnown String error,
        @IfKnown @Written("acceptSecondsPerUnit") double acceptSeconds,
        @Written("sluiceVersion") String sluice,
        String directory) {
    /** The hosts of the run. */
    @Written(value = "hosts", after = "hosts")
    public List<String> allHosts() {
        return hosts.isEmpty() ? List.of() : List.of(hosts.split(",", -1));
    }
}
