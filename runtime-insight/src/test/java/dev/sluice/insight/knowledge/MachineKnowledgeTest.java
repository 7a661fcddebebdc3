package dev.sluice.insight.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.history.History;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.PlanInput;
import dev.sluice.insight.plan.PlanLimits;
import dev.sluice.insight.plan.PlanRoles;
import dev.sluice.insight.plan.Planner;
import dev.sluice.insight.plan.RunPlanning;
import dev.sluice.insight.weather.StandingWeather;
import dev.sluice.master.weather.HostStation;
import dev.sluice.master.weather.PathWeather;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.RunId;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.HostReport.Load;
import dev.sluice.net.message.HostReport.Memory;
import dev.sluice.net.message.HostReport.Processors;
import dev.sluice.net.message.HostReport.Source;
import dev.sluice.net.message.HostReport.Times;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.session.SessionCounters;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineKnowledgeTest {
    private static final double MBIT = 1e6 / 8;
    private static final double HOURS = 3_600;
    private static final UnitCosts UNIT = new UnitCosts(0.1, 0, 0, 250_000, 0);

    @TempDir
    Path directory;

    /** Six hosts at two sites; the north sends faster than the south. */
    private static NetworkView view() {
        Wire lan = Wire.duplex(1000 * MBIT);
        return new NetworkView(
                "sites",
                List.of(
                        new Link("net", Wire.UNLIMITED),
                        new Link("north", 0, Wire.duplex(40 * MBIT)),
                        new Link("south", 0, new Wire(40 * MBIT, 20 * MBIT, false, 0, 0))),
                List.of(
                        new Host("n1", 1, lan),
                        new Host("n2", 1, lan),
                        new Host("n3", 1, lan),
                        new Host("s1", 2, lan),
                        new Host("s2", 2, lan),
                        new Host("s3", 2, lan)));
    }

    /** The station of a worker whose results arrived at this bandwidth, 100 kB at a time and one a second. */
    private static HostStation station(double bytesPerSecond, long nowMillis, double available) {
        HostStation station = new HostStation(0);
        for (int second = 0; second <= 20; second++) {
            long time = nowMillis - 20_000 + 1_000L * second;
            station.roundTrip(400_000, time);
            station.received(100_000, Math.round(100_000 / bytesPerSecond * 1e9));
            station.beat(SessionCounters.ZERO, 1_000_000_000L * (second + 1), time);
            station.reported(
                    new HostReport(
                            second + 1,
                            1_000_000_000L,
                            1,
                            new Processors(4, 0),
                            1 + (int) Math.round(1000 * available),
                            new Load(0, 0, new Times(0, 0, 0, 0, 0, 0, 0)),
                            new Memory(1 << 20, 1 << 21),
                            0,
                            Source.KERNEL_FILES,
                            Optional.empty(),
                            List.of()),
                    time);
        }
        return station;
    }

    /** Records a run with the master on s1: hosts of the north reach it at this bandwidth, n2 is loaded. */
    private MachineSources recorded(double northBytesPerSecond) throws Exception {
        long now = Instant.now().toEpochMilli() - 5_000;
        List<WorkerWeather> workers = new ArrayList<>();
        List<PathWeather> paths = new ArrayList<>();
        for (String host : List.of("n1", "n2", "n3", "s2")) {
            HostStation station =
                    station(host.startsWith("n") ? northBytesPerSecond : 900 * MBIT, now, host.equals("n2") ? 0.5 : 1);
            paths.add(station.path(host));
            workers.add(new WorkerWeather(
                    workers.size() + 1, host, true, station.reportedMillis(), station.report(), station.series(true)));
        }
        Weather weather = new Weather("mandel-1", false, Instant.ofEpochMilli(now), workers, "s1", paths);
        new StandingWeather(directory).write(new RunId("mandel-1"), weather);
        return MachineSources.of(new History(directory, trouble -> {}), null);
    }

    private static Plan plan(MachineKnowledge known) {
        return RunPlanning.plan(
                new PlanInput(
                        null,
                        known,
                        new PlanInput.Work(UNIT, 200, 0),
                        new Planner.Simulated(SimulationTerms.DEFAULT, Overheads.NONE),
                        PlanRoles.ANY,
                        3,
                        false),
                PlanLimits.of(false, 0.01));
    }

    @Test
    void shouldChangeSidesWhenALinkIsHalvedAfterTheViewWasMade() throws Exception {
        assertThat(plan(MachineKnowledge.asWritten(view())))
                .satisfies(
                        plan -> assertThat(plan.host(plan.solution().master())).startsWith("s"));
        MachineKnowledge known = MachineKnowledge.of(recorded(8 * MBIT), view(), 3 * HOURS, UNIT.unitSeconds());
        assertThat(known.view().links().get(1).wire().upBytesPerSecond()).isEqualTo(8.3 * MBIT, within(0.2 * MBIT));
        assertThat(known.view().links().get(1).wire().downBytesPerSecond()).isEqualTo(40 * MBIT);
        assertThat(known.words())
                .first()
                .asString()
                .startsWith("north carries 8.")
                .contains(" towards s1 as run mandel-1 measured ", "sites says 40 Mbit/s (3 h ago): the view is stale");
        Plan plan = plan(known);
        assertThat(plan.host(plan.solution().master())).startsWith("n");
        assertThat(plan.machines()).isEqualTo(known);
    }

    @Test
    void shouldKeepAViewThatMeasurementsConfirm() throws Exception {
        MachineKnowledge known = MachineKnowledge.of(recorded(38 * MBIT), view(), 3 * HOURS, UNIT.unitSeconds());
        assertThat(known.links()).isEmpty();
        assertThat(known.view().links()).isEqualTo(view().links());
    }

    @Test
    void shouldTakeTheAvailabilityThatWasForecastLately() throws Exception {
        MachineKnowledge known = MachineKnowledge.of(recorded(38 * MBIT), view(), 3 * HOURS, UNIT.unitSeconds());
        assertThat(known.view().hosts().get(1).availability()).isEqualTo(0.5, within(0.01));
        assertThat(known.host("n2").sensed()).isTrue();
        assertThat(known.host("s3").sensed()).isFalse();
        assertThat(known.view().hosts().get(0).availability()).isEqualTo(1);
    }
}
