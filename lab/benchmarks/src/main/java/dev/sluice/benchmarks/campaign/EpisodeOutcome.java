package dev.sluice.benchmarks.campaign;

import java.util.List;
import java.util.Locale;

/**
 * The outcome of an episode.
 *
 * @param happened the faults that hit something
 * @param masters masters that the campaign started
 * @param repeated computations beyond one for each unit
 */
record EpisodeOutcome(
        Episode episode,
        List<PlannedFault> happened,
        int masters,
        long repeated,
        double seconds,
        List<String> findings) {
    EpisodeOutcome {
        happened = List.copyOf(happened);
        findings = List.copyOf(findings);
    }

    /** Masters that were killed with SIGKILL. */
    long kills() {
        return happened.stream()
                .filter(fault -> fault.kind() == FaultKind.KILL && fault.target() == FaultTarget.MASTER)
                .count();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s; %d of %d faults hit, %d computed again, %.1f s: %s",
                episode,
                happened.size(),
                episode.faults().size(),
                repeated,
                seconds,
                findings.isEmpty() ? "ok" : findings.size() + " FINDINGS");
    }
}
