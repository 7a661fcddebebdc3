package dev.sluice.model.simulate;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.function.Consumer;

/**
 * Configuration of a simulated run: the options of {@code sluice run}, and those of the simulator.
 *
 * @param prefetch as in {@link SchedulerConfig}
 * @param speculation as in {@link SchedulerConfig}; accumulated units are not copied
 * @param resultMemoryBytes memory for all results on the way or waiting at the master
 * @param packetBytes the largest part of a transfer that holds a link at once
 * @param files the files that every host needs first
 * @param script scripted changes of machines and links
 * @param seed the only source of chance; the same terms give the same report
 * @param plannedWeights for {@link Weighting#PLANNED}; {@link PlannedWeights#NONE} plans for the simulated machines
 * @param setups in which order the workers of each master get the setup of a cycle
 */
public record SimulationTerms(
        PolicyName policy,
        Weighting weighting,
        int prefetch,
        int speculation,
        ResultsKind results,
        GrantMode congestion,
        NetworkKind network,
        long resultMemoryBytes,
        int packetBytes,
        StagedFiles files,
        Script script,
        long seed,
        PlannedWeights plannedWeights,
        SetupOrder setups) {
    /** The terms of a run without options, but for its policy. */
    public static final SimulationTerms DEFAULT = new SimulationTerms(
            PolicyName.DEFAULT,
            Weighting.EQUAL,
            SchedulerConfig.AUTO,
            SchedulerConfig.DEFAULT_SPECULATION,
            ResultsKind.EACH,
            GrantMode.ADAPTIVE,
            NetworkKind.PACKETS,
            1L << 30,
            16 << 10,
            StagedFiles.NONE,
            Script.EMPTY,
            1,
            PlannedWeights.NONE,
            SetupOrder.IN_TURN);

    public SimulationTerms {
        if (resultMemoryBytes < 1 || packetBytes < 1) {
            throw new IllegalArgumentException("result memory of " + resultMemoryBytes + " bytes, packets of "
                    + packetBytes + " bytes (expected: at least 1)");
        }
    }

    /** Copies the terms with this policy. */
    public SimulationTerms withPolicy(PolicyName other) {
        return with(draft -> draft.policy = other);
    }

    /** Copies the terms with these weights, for policies without their own. */
    public SimulationTerms withWeighting(Weighting other) {
        return with(draft -> draft.weighting = other);
    }

    /** Copies the terms with this many chunks ahead of each slot, or {@link SchedulerConfig#AUTO}. */
    public SimulationTerms withPrefetch(int other) {
        return with(draft -> draft.prefetch = other);
    }

    /** Copies the terms with this limit of copies in the tail [% of a cycle's units]. */
    public SimulationTerms withSpeculation(int other) {
        return with(draft -> draft.speculation = other);
    }

    /** How units are handed out at first. */
    public Handout handout() {
        return new Handout(policy, weighting, prefetch, speculation);
    }

    /** Copies the terms with this hand-out. */
    public SimulationTerms withHandout(Handout other) {
        return withPolicy(other.policy())
                .withWeighting(other.weighting())
                .withPrefetch(other.prefetch())
                .withSpeculation(other.speculation());
    }

    /** Copies the terms with this way of returning results. */
    public SimulationTerms withResults(ResultsKind other) {
        return with(draft -> draft.results = other);
    }

    /** Copies the terms with this mode of grants. */
    public SimulationTerms withCongestion(GrantMode other) {
        return with(draft -> draft.congestion = other);
    }

    /** Copies the terms with this kind of network. */
    public SimulationTerms withNetwork(NetworkKind other) {
        return with(draft -> draft.network = other);
    }

    /** Copies the terms with this memory for results [bytes]. */
    public SimulationTerms withResultMemory(long bytes) {
        return with(draft -> draft.resultMemoryBytes = bytes);
    }

    /** Copies the terms with this maximum packet size [bytes]. */
    public SimulationTerms withPacketBytes(int bytes) {
        return with(draft -> draft.packetBytes = bytes);
    }

    /** Copies the terms with these files. */
    public SimulationTerms withFiles(StagedFiles other) {
        return with(draft -> draft.files = other);
    }

    /** Copies the terms with this script. */
    public SimulationTerms withScript(Script other) {
        return with(draft -> draft.script = other);
    }

    /** Copies the terms with another seed. */
    public SimulationTerms withSeed(long other) {
        return with(draft -> draft.seed = other);
    }

    /** Copies the terms with these weights, for {@link Weighting#PLANNED}. */
    public SimulationTerms withPlannedWeights(PlannedWeights other) {
        return with(draft -> draft.plannedWeights = other);
    }

    /** Copies the terms with this order of setups. */
    public SimulationTerms withSetups(SetupOrder other) {
        return with(draft -> draft.setups = other);
    }

    /** The order of setups with this policy. */
    public SetupOrder setupOrder() {
        return setups.with(policy);
    }

    private SimulationTerms with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.terms();
    }

    /** Mutable copy of terms, to change one of them. */
    private static final class Draft {
        PolicyName policy;
        Weighting weighting;
        int prefetch;
        int speculation;
        ResultsKind results;
        GrantMode congestion;
        NetworkKind network;
        long resultMemoryBytes;
        int packetBytes;
        StagedFiles files;
        Script script;
        long seed;
        PlannedWeights plannedWeights;
        SetupOrder setups;

        Draft(SimulationTerms of) {
            policy = of.policy;
            weighting = of.weighting;
            prefetch = of.prefetch;
            speculation = of.speculation;
            results = of.results;
            congestion = of.congestion;
            network = of.network;
            resultMemoryBytes = of.resultMemoryBytes;
            packetBytes = of.packetBytes;
            files = of.files;
            script = of.script;
            seed = of.seed;
            plannedWeights = of.plannedWeights;
            setups = of.setups;
        }

        SimulationTerms terms() {
            return new SimulationTerms(
                    policy,
                    weighting,
                    prefetch,
                    speculation,
                    results,
                    congestion,
                    network,
                    resultMemoryBytes,
                    packetBytes,
                    files,
                    script,
                    seed,
                    plannedWeights,
                    setups);
        }
    }
}
