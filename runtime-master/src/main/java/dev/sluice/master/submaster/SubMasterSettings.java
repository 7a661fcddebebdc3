package dev.sluice.master.submaster;

import dev.sluice.master.RunSettings;
import dev.sluice.master.files.Jars;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.failure.FailureLimit;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.net.message.SubMasterTerms;
import java.util.Arrays;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The settings of a sub-master: the terms of its parent, within what its own process has room for. */
public final class SubMasterSettings {
    private SubMasterSettings() {}

    /**
     * Concludes the settings.
     *
     * @param own room for results in this process; the parent's bound holds if it is lower
     */
    public static RunSettings of(ParentTerms told, Jars jars, RunSettings.Budget own, RandomGenerator nonces) {
        SubMasterTerms terms = told.terms();
        return new RunSettings(
                told.registered().run(),
                jars,
                policy(terms),
                weighting(terms),
                terms.prefetch(),
                terms.speculation(),
                terms.maxFailures(),
                true,
                FailureLimit.NONE,
                new RunSettings.Budget(memoryBytes(terms, own), own.diskBytes(), own.directory()),
                SetupOrder.IN_TURN,
                terms.congestion(),
                told.registered().units(),
                nonces,
                terms.planned(),
                terms.probeBytes(),
                new RunSettings.Takeover(
                        told.registered().epoch(), told.registered().orphanNanos()),
                RunSettings.Changes.USUAL,
                Map.of());
    }

    /** How units are handed out by these terms. */
    static Handout handout(SubMasterTerms terms) {
        return new Handout(policy(terms), weighting(terms), terms.prefetch(), terms.speculation());
    }

    private static PolicyName policy(SubMasterTerms terms) {
        return Arrays.stream(PolicyName.values())
                .filter(each -> each.name().equals(terms.policy()))
                .findAny()
                .orElseThrow(() -> new SluiceException(
                        ErrorCode.VERSION_MISMATCH,
                        "policy " + terms.policy() + " (expected: one that this build knows)"));
    }

    private static Weighting weighting(SubMasterTerms terms) {
        if (terms.measuredWeights()) {
            return Weighting.MEASURED;
        }
        return terms.planned().isNone() ? Weighting.EQUAL : Weighting.PLANNED;
    }

    private static long memoryBytes(SubMasterTerms terms, RunSettings.Budget own) {
        long bound = terms.resultMemoryBytes();
        return bound == 0 ? own.memoryBytes() : Math.min(bound, own.memoryBytes());
    }
}
