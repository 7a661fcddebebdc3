package dev.sluice.model.simulate;

import dev.sluice.model.Amounts;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.DeliveryTerms;
import dev.sluice.model.delivery.RunRules;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;

/**
 * Configuration of a simulated run: the options of {@code sluice run}, and those of the simulator.
 *
 * @param rules of the run; without planned weights, the simulated machines decide
 * @param resultMemoryBytes memory for all results on the way or waiting at the master
 * @param packetBytes the largest part of a transfer that holds a link at once
 * @param files the files that every host needs first
 * @param script scripted changes of machines and links
 * @param seed the only source of chance; the same terms give the same report
 */
public record SimulationTerms(
        RunRules rules,
        ResultsKind results,
        NetworkKind network,
        long resultMemoryBytes,
        int packetBytes,
        StagedFiles files,
        Script script,
        long seed) {
    /** The terms of a run without options, but for its policy. */
    public static final SimulationTerms DEFAULT = new SimulationTerms(
            RunRules.USUAL,
            ResultsKind.EACH,
            NetworkKind.PACKETS,
            1L << 30,
            16 << 10,
            StagedFiles.NONE,
            Script.EMPTY,
            1);

    public SimulationTerms {
        if (resultMemoryBytes < 1 || packetBytes < 1) {
            throw new IllegalArgumentException("result memory of " + resultMemoryBytes + " bytes, packets of "
                    + packetBytes + " bytes (expected: at least 1)");
        }
    }

    /** How units are handed out at first. */
    public Handout handout() {
        return rules.handout();
    }

    /** How setups and results travel. */
    public DeliveryTerms delivery() {
        return rules.delivery();
    }

    /** Weights for {@link Weighting#PLANNED}. */
    public PlannedWeights planned() {
        return rules.planned();
    }

    /** The resources of the run. */
    public Amounts resources() {
        return rules.resources();
    }

    /** Copies the terms with this policy. */
    public SimulationTerms withPolicy(Policy other) {
        return with(handout().with(other));
    }

    /** Copies the terms with these weights, for policies without their own. */
    public SimulationTerms withWeighting(Weighting other) {
        return with(handout().with(other));
    }

    /** Copies the terms with this many chunks ahead of each slot, or {@link SchedulerConfig#AUTO}. */
    public SimulationTerms withPrefetch(int other) {
        Handout now = handout();
        return with(new Handout(now.policy(), now.weighting(), other, now.speculation()));
    }

    /** Copies the terms with this limit of copies in the tail [% of a cycle's units]. */
    public SimulationTerms withSpeculation(int other) {
        return with(handout().copying(other));
    }

    /** Copies the terms with this mode of grants. */
    public SimulationTerms withCongestion(GrantMode other) {
        return with(new DeliveryTerms(other, delivery().setups()));
    }

    /** Copies the terms with this order of setups. */
    public SimulationTerms withSetups(SetupOrder other) {
        return with(new DeliveryTerms(delivery().congestion(), other));
    }

    /** Copies the terms with this hand-out. */
    public SimulationTerms with(Handout other) {
        return with(rules.with(other));
    }

    /** Copies the terms with this way of setups and results. */
    public SimulationTerms with(DeliveryTerms other) {
        return with(rules.with(other));
    }

    /** Copies the terms with these weights, for {@link Weighting#PLANNED}. */
    public SimulationTerms withPlannedWeights(PlannedWeights other) {
        return with(rules.with(other));
    }

    /** Copies the terms with these resources of the run. */
    public SimulationTerms withResources(Amounts other) {
        return with(rules.with(other));
    }

    /** Copies the terms with these rules. */
    public SimulationTerms with(RunRules other) {
        return new SimulationTerms(other, results, network, resultMemoryBytes, packetBytes, files, script, seed);
    }

    /** Copies the terms with this way of returning results. */
    public SimulationTerms withResults(ResultsKind other) {
        return new SimulationTerms(rules, other, network, resultMemoryBytes, packetBytes, files, script, seed);
    }

    /** Copies the terms with this kind of network. */
    public SimulationTerms withNetwork(NetworkKind other) {
        return new SimulationTerms(rules, results, other, resultMemoryBytes, packetBytes, files, script, seed);
    }

    /** Copies the terms with this memory for results [bytes]. */
    public SimulationTerms withResultMemory(long bytes) {
        return new SimulationTerms(rules, results, network, bytes, packetBytes, files, script, seed);
    }

    /** Copies the terms with this maximum packet size [bytes]. */
    public SimulationTerms withPacketBytes(int bytes) {
        return new SimulationTerms(rules, results, network, resultMemoryBytes, bytes, files, script, seed);
    }

    /** Copies the terms with these files. */
    public SimulationTerms withFiles(StagedFiles other) {
        return new SimulationTerms(rules, results, network, resultMemoryBytes, packetBytes, other, script, seed);
    }

    /** Copies the terms with this script. */
    public SimulationTerms withScript(Script other) {
        return new SimulationTerms(rules, results, network, resultMemoryBytes, packetBytes, files, other, seed);
    }

    /** Copies the terms with another seed. */
    public SimulationTerms withSeed(long other) {
        return new SimulationTerms(rules, results, network, resultMemoryBytes, packetBytes, files, script, other);
    }
}
