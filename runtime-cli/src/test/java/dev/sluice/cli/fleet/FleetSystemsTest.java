package dev.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.option.FleetRange;
import dev.sluice.launch.fleet.FleetSystem;
import dev.sluice.launch.fleet.ScriptFleet;
import dev.sluice.launch.slurm.SlurmFleet;
import dev.sluice.model.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetSystemsTest {
    @TempDir
    Path directory;

    private final List<String> said = new ArrayList<>();

    private FleetSystem system(@Nullable Path launcher) throws Exception {
        Path jar = directory.resolve("sluice-worker.jar");
        if (!Files.exists(jar)) {
            Files.createFile(jar);
        }
        FleetRequest request =
                new FleetRequest(new FleetRange(0, 3, 2), 0.01, 1, List.of(), jar, List.of("-Xmx64m"), launcher);
        FleetSite site = new FleetSite(
                new RunId("pool-20260105-081502-3c1d"), directory, directory.resolve("private/agent.run"));
        return FleetSystems.of(request, site, said::add);
    }

    @Test
    void shouldChooseTheScriptOrSlurm() throws Exception {
        assertThat(system(null)).isInstanceOf(SlurmFleet.class);
        assertThat(system(directory.resolve("s"))).isInstanceOf(ScriptFleet.class);
    }

    @Test
    void shouldGiveTheScriptThePoolItBelongsTo() throws Exception {
        assertThat(system(directory.resolve("my.sh")).dryRun(2))
                .contains(
                        "cd " + directory + "/logs",
                        "export SLUICE_NAME=sluice-081502-3c1d",
                        "export SLUICE_RUNFILE=" + directory + "/private/agent.run",
                        "export SLUICE_SLOTS=2",
                        directory + "/my.sh start 2")
                .anyMatch(line -> line.contains(" -Xmx64m -jar " + directory + "/sluice-worker.jar join "));
    }

    @Test
    void shouldTellTheLogOfThePoolWhatTheScriptDid() throws Exception {
        Files.createDirectory(directory.resolve("logs"));
        Path script = directory.resolve("my.sh");
        Files.writeString(script, "#!/bin/sh\necho i-1\nexit 1\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThat(system(script).start(2)).containsExactly("i-1");
        assertThat(said).singleElement().asString().startsWith("fleet: launcher " + script + " start 2: exit code 1");
    }
}
