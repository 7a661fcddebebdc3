package dev.sluice.insight.gain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunView;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinkModelsTest {
    private static final double RESULT_BYTES = 100_000;

    private static GainWorker worker(String name, String host, Wire port) {
        return new GainWorker(name, host, 1, 0.01, 0, 0, port, -1, 0, 0, "");
    }

    private static List<RunView.LinkModel> links(GainWorker... workers) {
        return links(List.of(new Link("switch", Wire.UNLIMITED)), workers);
    }

    private static List<RunView.LinkModel> links(List<Link> lines, GainWorker... workers) {
        GainWork work = new GainWork(1, 100, 100, 0.01, 0, 1e-6, 8, RESULT_BYTES, 8, 0, List.of(), List.of());
        CauseTimes times = CauseTimes.ZERO.plus(Cause.COMPUTE, 1_000_000_000L);
        GainInput input = new GainInput(
                1,
                work,
                List.of(workers),
                new GainNetwork(lines, 0, Wire.UNLIMITED, List.of(), true),
                SimulationTerms.DEFAULT,
                RuntimeCosts.NONE.overheads(),
                IdleLedger.of(times.total(), 0, times, Map.of()));
        return RunGains.of(input).links();
    }

    @Test
    void shouldTellHowMuchOfEachLinkTheBestRateUses() {
        List<RunView.LinkModel> links =
                links(worker("w1", "slow", Wire.duplex(1e6)), worker("w2", "quick", Wire.duplex(1e9)));
        assertThat(links).extracting(RunView.LinkModel::name).containsExactly("", "slow", "quick");
        RunView.LinkModel slow = links.get(1);
        assertThat(slow.capacityUp()).isEqualTo(1e6);
        assertThat(slow.bestUp()).isCloseTo(1e6, within(1.0));
        RunView.LinkModel quick = links.get(2);
        assertThat(quick.capacityUp()).isEqualTo(1e9);
        assertThat(quick.bestUp()).isBetween(100 * RESULT_BYTES, 110 * RESULT_BYTES);
        RunView.LinkModel master = links.get(0);
        assertThat(master.capacityUp()).isZero();
        assertThat(master.bestUp()).isCloseTo(slow.bestUp() + quick.bestUp(), within(1.0));
    }

    @Test
    void shouldAddTheWorkersOfAHost() {
        List<RunView.LinkModel> links =
                links(worker("w1", "one", Wire.duplex(1e9)), worker("w2", "one", Wire.duplex(1e9)));
        assertThat(links).hasSize(2);
        assertThat(links.get(1).bestUp()).isBetween(200 * RESULT_BYTES, 220 * RESULT_BYTES);
    }

    @Test
    void shouldGiveALineThatHostsShareARowOfItsOwn() {
        Link line = new Link("link 1 to c", 0, Wire.duplex(1e6));
        GainWorker c = new GainWorker("w1", "c", 1, 0.01, 0, 1, Wire.duplex(1e9), -1, 0, 0, "");
        GainWorker d = new GainWorker("w2", "d", 1, 0.01, 0, 1, Wire.duplex(1e9), -1, 0, 0, "");
        List<RunView.LinkModel> models = links(List.of(new Link("switch", Wire.UNLIMITED), line), c, d);
        assertThat(models)
                .filteredOn(model -> !model.hosts().isEmpty())
                .singleElement()
                .satisfies(shared -> {
                    assertThat(shared.name()).isEqualTo("line to c and d");
                    assertThat(shared.bestUp()).isCloseTo(1e6, within(1.0));
                });
        List<RunView.Link> measured = List.of(
                new RunView.Link(0, -1, "m", 0, 0, 0, 6e5, 3, 0, 0, false),
                new RunView.Link(1, 0, "c", 1, 0, 0, 4e5, 2, 0, 0, true),
                new RunView.Link(2, 0, "d", 1, 0, 0, 2e5, 1, 0, 0, true));
        List<RunView.Link> tree = RunView.modelled(measured, models);
        assertThat(tree).extracting(RunView.Link::parent).containsExactly(-1, 3, 3, 0);
        assertThat(tree.get(3).usedUp()).isEqualTo(6e5);
        assertThat(tree.get(3).capacityUp()).isEqualTo(1e6);
        assertThat(tree.get(3).binding())
                .as("the verdict names all links behind it")
                .isTrue();
    }

    @Test
    void shouldShowWhatIsKnownInTheFlowTree() {
        RunView.Link measured = new RunView.Link(1, 0, "slow", 1, 5, 6, 7, 8, 0, 0, false);
        RunView.Link other = new RunView.Link(2, 0, "other", 1, 5, 6, 7, 8, 0, 0, false);
        RunView.LinkModel model = new RunView.LinkModel("slow", List.of(), 9, 0, 3, 4);
        assertThat(RunView.modelled(List.of(measured, other), List.of(model)))
                .containsExactly(new RunView.Link(1, 0, "slow", 1, 9, 6, 7, 8, 3, 4, false), other);
    }
}
