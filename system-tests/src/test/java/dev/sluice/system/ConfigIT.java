package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run as the project's file, the environment and the user's file configure it. */
class ConfigIT {
    @TempDir
    Path directory;

    @Test
    void shouldRunAsConfigured() throws Exception {
        Path user = Files.createDirectories(directory.resolve("config/sluice"));
        Files.writeString(user.resolve("config.yaml"), "run:\n  policy: GSS\n  json: true\n");
        Files.writeString(directory.resolve("sluice.yaml"), "run:\n  policy: TSS\n  run-dir: here\n  local: 7\n");
        Map<String, String> environment =
                Map.of("XDG_CONFIG_HOME", directory.resolve("config").toString(), "SLUICE_RUN_LOCAL", "1");
        String jar = Checkout.applicationJar("mandelbrot").toString();
        try (MasterRun run = MasterRun.master(directory, environment, "run", jar, "--", "--width=64", "--height=64")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(RunSchema.read(run.out()).toString()).contains("TSS");
            assertThat(RunSchema.read(run.out()).at("/workers")).hasSize(1);
            assertThat(directory.resolve("here/run.json")).isRegularFile();
        }
    }
}
