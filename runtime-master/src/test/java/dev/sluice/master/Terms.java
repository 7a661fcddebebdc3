package dev.sluice.master;

import dev.sluice.master.files.Jars;
import dev.sluice.master.tune.Replanning;
import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.Amounts;
import dev.sluice.model.RunId;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.DeliveryTerms;
import dev.sluice.model.delivery.RunRules;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.failure.FailureLimit;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.files.ArrivingFiles;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.UnitTerms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The settings of a test's run, to be changed before it starts. */
final class Terms {
    static final RunId RUN = new RunId("run-of-test");

    Policy policy = PolicyName.FAC;
    Weighting weighting = Weighting.EQUAL;
    int prefetch = 1;
    int speculation;
    int expectedSlots;
    int maxFailures = 3;
    int active;
    TuningTerms tuned;
    Replanning.Terms replanned;
    Map<String, String> sites = Map.of();
    boolean keepGoing;
    FailureLimit stopAt = FailureLimit.USUAL;
    long leaseNanos = FailureTerms.USUAL_LEASE_NANOS;
    long resultMemoryBytes = 64 << 20;
    long resultDiskBytes = 1L << 30;
    UnitTerms units = UnitTerms.NONE;
    GrantMode congestion = GrantMode.ADAPTIVE;
    SetupOrder setupOrder = SetupOrder.IN_TURN;
    PlannedWeights planned = PlannedWeights.NONE;
    Amounts resources = Amounts.NONE;
    RunSettings.Takeover takeover = RunSettings.Takeover.NONE;

    RunSettings settings(Path directory, long seed) {
        return new RunSettings(
                RUN,
                jars(),
                new RunRules(
                        new Handout(policy, weighting, prefetch, speculation),
                        new DeliveryTerms(congestion, setupOrder),
                        planned,
                        resources),
                units,
                new RunSettings.Limits(
                        new FailureTerms(maxFailures, keepGoing, stopAt).lease(leaseNanos),
                        new RunSettings.Budget(resultMemoryBytes, resultDiskBytes, directory),
                        0),
                new SplittableRandom(seed),
                takeover,
                new RunSettings.Changes(active, true, tuned, replanned),
                sites);
    }

    static Jars jars() {
        try {
            return Jars.serve(Map.of(), new ApplicationInfo(List.of(), "Work", List.of()), new ArrivingFiles());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Draws what is not told elsewhere. */
    void draw(RandomGenerator random, boolean journalled) {
        PolicyName[] policies = PolicyName.values();
        policy = policies[random.nextInt(policies.length)];
        prefetch = SchedulerConfig.AUTO + random.nextInt(4);
        speculation = List.of(0, 0, 10, 50).get(random.nextInt(4));
        active = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0;
        expectedSlots = random.nextInt(4) == 0 ? 2 : 0;
        if (journalled) {
            takeover = new RunSettings.Takeover(1, 60 * Cluster.SECOND);
        }
    }
}
