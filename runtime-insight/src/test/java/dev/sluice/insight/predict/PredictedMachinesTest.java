package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.Host;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.World;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.view.ViewFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictedMachinesTest {
    @TempDir
    Path directory;

    /** Units were executed here, on a slot that is half as fast as the view's slots of speed 1. */
    @Test
    void shouldCountTheSpeedOfThisMachineInTheView() throws Exception {
        Path file = directory.resolve("view.yaml");
        Files.writeString(
                file,
                "name: v\nlinks:\n  - {name: lan}\nhosts:\n  - {name: m, link: lan}\n"
                        + "  - {name: fast, link: lan, speed: 1}\n"
                        + "  - {name: timed, link: lan, unit-time: 5 ms}\n"
                        + "  - {name: " + ThisHost.name() + ", link: lan, speed: 0.5}\n");
        PredictedCycle cycle = new PredictedCycle(1, 0, List.of(new SampledUnit(0, 0.02, 16, 16, 0)));
        World machines = new PredictedMachines.Viewed(ViewFile.read(file), file, "m", (view, unit) -> view)
                .placed(cycle, StagedFiles.NONE)
                .apply(3);
        assertThat(seconds(machines, ThisHost.name())).isEqualTo(0.02, within(1e-9));
        assertThat(seconds(machines, "fast")).isEqualTo(0.01, within(1e-9));
        assertThat(seconds(machines, "timed")).isEqualTo(0.005, within(1e-9));
    }

    /** Time of a unit that took 20 ms here. */
    private static double seconds(World machines, String name) {
        Host host = machines.view().hosts().get(machines.view().host(name));
        return host.unitSeconds(0.02);
    }
}
