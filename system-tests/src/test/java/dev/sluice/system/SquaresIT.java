package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the simplest application, which has no options. */
@NoLeaks
class SquaresIT {
    @TempDir
    Path directory;

    private MasterRun sluice(String command, String... options) throws Exception {
        String[] arguments = new String[options.length + 2];
        arguments[0] = command;
        arguments[1] = PoisonJar.in(directory, Squares.class).toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return MasterRun.master(directory, arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--local=0", "--local=1"})
    void shouldRunAnApplicationWithoutOptions(String where) throws Exception {
        try (MasterRun run = sluice("run", where)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.out() + run.err()).contains("sum of squares 328350");
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldShowTheHelpOfAnApplicationWithoutOptionsAndRefuseArgumentsThatItDoesNotTake() throws Exception {
        assertThat(sluice("run", "--help").printed(0)).contains("Usage: run");
        try (MasterRun run = sluice("run", "--local=1", "--", "--width=7")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(2);
            assertThat(run.err()).contains("E203", "--width=7: unknown option");
        }
    }
}
