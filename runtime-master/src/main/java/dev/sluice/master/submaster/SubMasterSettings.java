package dev.sluice.master.submaster;

import dev.sluice.master.RunSettings;
import dev.sluice.master.files.Jars;
import dev.sluice.model.Amounts;
import dev.sluice.model.delivery.DeliveryTerms;
import dev.sluice.model.delivery.RunRules;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.failure.FailureLimit;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.net.message.SubMasterTerms;
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
                new RunRules(
                        terms.handout(),
                        new DeliveryTerms(terms.congestion(), SetupOrder.IN_TURN),
                        terms.planned(),
                        Amounts.NONE),
                told.registered().units(),
                new RunSettings.Limits(
                        new FailureTerms(terms.mostWorkers(), true, FailureLimit.NONE)
                                .lease(told.registered().leaseNanos()),
                        new RunSettings.Budget(memoryBytes(terms, own), own.diskBytes(), own.directory()),
                        terms.probeBytes()),
                nonces,
                new RunSettings.Takeover(
                        told.registered().epoch(), told.registered().orphanNanos()),
                RunSettings.Changes.USUAL,
                Map.of());
    }

    private static long memoryBytes(SubMasterTerms terms, RunSettings.Budget own) {
        long bound = terms.resultMemoryBytes();
        return bound == 0 ? own.memoryBytes() : Math.min(bound, own.memoryBytes());
    }
}
