package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.master.RunEnd;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands of the user that follow the end of a run. */
class EndHooksTest {
    private static final String SHOW = "echo \"$SLUICE_RUN $SLUICE_STATE $SLUICE_EXIT $SLUICE_ERROR $SLUICE_UNITS"
            + " $SLUICE_FAILED $SLUICE_SECONDS $SLUICE_DIRECTORY\" >> ";

    @TempDir
    Path directory;

    private final List<String> said = new ArrayList<>();

    private static EndHooks.Facts facts(RunEnd end) {
        return new EndHooks.Facts("pi-1", "Pi", "/runs/pi-1", 1.5, 40, 2);
    }

    private EndHooks hooks(String end, String fail) {
        return new EndHooks(
                List.of("echo end >> " + directory + "/log; " + end), List.of(fail + directory + "/log"), List.of());
    }

    private String log() throws Exception {
        return Files.readString(directory.resolve("log"));
    }

    @Test
    void shouldFollowAFailureWithBothCommands() throws Exception {
        RunEnd failed = RunEnd.failed(ErrorCode.UNITS_QUARANTINED, "2 units failed");
        assertThat(hooks("true", SHOW).around(() -> failed, EndHooksTest::facts, said::add))
                .isSameAs(failed);
        assertThat(log()).isEqualTo("pi-1 failed 1 E106 40 2 1.500 /runs/pi-1\nend\n");
        assertThat(said).isEmpty();
    }

    @Test
    void shouldFollowASuccessWithOneAndSayThatItFailed() throws Exception {
        RunEnd end = hooks("exit 7", SHOW).around(RunEnd::complete, EndHooksTest::facts, said::add);
        assertThat(end).isEqualTo(RunEnd.complete());
        assertThat(log()).isEqualTo("end\n");
        assertThat(said).singleElement().asString().contains("exited with 7");
    }

    @Test
    void shouldFollowARunThatDidNotBegin() throws Exception {
        assertThatThrownBy(() -> hooks("true", SHOW)
                        .around(
                                () -> {
                                    throw new SluiceException(ErrorCode.ADDRESS_IN_USE, "port 80");
                                },
                                EndHooksTest::facts,
                                said::add))
                .isInstanceOf(SluiceException.class);
        assertThat(log()).startsWith("pi-1 failed 3 E318 ");
    }
}
