package dev.sluice.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.papers.LabRuns.Manner;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PlannedWeights.Rate;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.SimulationTerms;
import java.util.List;
import java.util.Map;
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
                        "--prefetch",
                        "0",
                        "--speculation",
                        "0",
                        "--congestion",
                        "SERIAL");
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
}
