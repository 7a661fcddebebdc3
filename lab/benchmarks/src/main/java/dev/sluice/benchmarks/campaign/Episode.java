package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.application.LedgerAnswer;
import dev.sluice.benchmarks.application.LedgerUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The faults and the shape of one run. It depends on nothing but the seed.
 *
 * @param workers number of workers, or slots where the run has one worker
 * @param journal level of the journal
 * @param isolated whether units have processes of their own
 * @param work the application's work
 * @param resumeMillis time between the end of a killed master or pool and its successor
 */
record Episode(
        long seed,
        RunShape shape,
        int workers,
        String journal,
        boolean isolated,
        Work work,
        long resumeMillis,
        List<PlannedFault> faults) {
    Episode {
        faults = List.copyOf(faults);
    }

    /**
     * Options of {@link LedgerUnits}.
     *
     * @param failing every n-th unit fails once; 0 for none
     * @param checkpoints whether the application returns its state
     */
    record Work(LedgerUnits.Mode mode, LedgerAnswer answer, int failing, long computeMillis, boolean checkpoints) {
        List<String> options() {
            List<String> options = new ArrayList<>(List.of(
                    "--mode=" + mode,
                    "--units=" + answer.units(),
                    "--cycles=" + answer.cycles(),
                    "--largest=" + answer.largest(),
                    "--failing=" + failing,
                    "--compute-millis=" + computeMillis,
                    "--between-millis=150"));
            if (checkpoints) {
                options.add("--checkpoint");
            }
            return options;
        }

        @Override
        public String toString() {
            return answer.cycles() + "x" + answer.units() + " units of " + computeMillis + " ms to "
                    + answer.largest() + " B" + (failing > 0 ? ", some fail once" : "")
                    + (checkpoints ? ", checkpoints" : "") + ", " + mode.name().toLowerCase(Locale.ROOT);
        }
    }

    boolean has(FaultTarget target) {
        return faults.stream().anyMatch(fault -> fault.target() == target);
    }

    /** Tells whether only masters are killed, so that nothing but their end makes workers compute again. */
    boolean killsMastersOnly() {
        return faults.stream()
                .allMatch(fault -> fault.kind() == FaultKind.KILL && fault.target() == FaultTarget.MASTER);
    }

    @Override
    public String toString() {
        return "seed " + seed + " " + shape.name().toLowerCase(Locale.ROOT) + " of " + workers + ", journal " + journal
                + (isolated ? ", isolated" : "") + ", " + work + "; "
                + faults.stream().map(PlannedFault::toString).collect(Collectors.joining(", "));
    }
}
