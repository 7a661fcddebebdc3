package dev.sluice.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.harness.CaseChoices;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.Places;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.papers.LabRuns.Manner;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PlannedWeights.Rate;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.World.SubMaster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabRunsTest {
    private static final List<String> WORKERS = List.of("a", "b");

    @Test
    void shouldNameTheTermsThatAreNotTheUsualOnesAsOptions() {
        SimulationTerms terms = SimulationTerms.DEFAULT
                .withPolicy(PolicyName.FAC)
                .withWeighting(Weighting.MEASURED)
                .withPrefetch(0)
                .withSpeculation(0)
                .withCongestion(GrantMode.SERIAL);

        assertThat(Manner.of("m", WORKERS).options()).isEmpty();
        assertThat(Manner.of("m", WORKERS, terms).options())
                .containsExactly(
                        "--policy",
                        "FAC",
                        "--weights",
                        "MEASURED",
                        "--delivery",
                        "prefetch=0",
                        "--speculation",
                        "0",
                        "--delivery",
                        "congestion=SERIAL");
    }

    @Test
    void shouldGiveTheWeightsOfAPlanInWords() {
        PlannedWeights weights = PlannedWeights.of(Map.of("a", new Rate(1, 2), "b", new Rate(1, 4)), Map.of());
        SimulationTerms terms = SimulationTerms.DEFAULT
                .withPolicy(PolicyName.FIXED)
                .withWeighting(Weighting.PLANNED)
                .withPlannedWeights(weights);

        List<String> options = Manner.of("m", WORKERS, terms).options();

        assertThat(options).startsWith("--policy", "FIXED", "--weights", "PLANNED", "--planned-weights");
        assertThat(PlannedWeights.parse(options.get(5))).isEqualTo(weights);
    }

    @Test
    void shouldPlaceWorkersBelowTheirSubMaster() throws Exception {
        LabRuns lab = new LabRuns(programs(), "wan16.yaml", 1);

        World machines = lab.machines(Manner.of("ms", List.of("f1=f2+f3", "f4")));

        assertThat(IntStream.range(0, machines.workers()).map(machines::worker))
                .containsExactly(
                        lab.view().host("f2"), lab.view().host("f3"), lab.view().host("f4"));
        assertThat(machines.subMasters())
                .containsExactly(new SubMaster(
                        lab.view().host("f1"),
                        List.of(lab.view().host("f2"), lab.view().host("f3"))));
    }

    private static Programs programs() {
        Path none = Path.of("none");
        Path views = Path.of(System.getProperty("sluice.checkout", "..")).resolve("lab/network");
        Places places = new Places(none, none, none, none, none, views, none, none);
        CaseChoices choices = new CaseChoices(1, Set.of(), Set.of(), true, false);
        return new Programs(places, new Effort(1, 1, false, "", List.of(), List.of(), choices), List.of());
    }
}
