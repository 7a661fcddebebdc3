package dev.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypedCommandTest {
    private static final TypedCommand CHECKOUT =
            new TypedCommand(List.of("/home/me/my sluice/sluice"), List.of("/home/me/my sluice/sluice"));
    private static final TypedCommand JARS = new TypedCommand(
            List.of("java", "-jar", "/opt/lib/sluice-master.jar"), List.of("java", "-jar", "sluice-worker.jar"));

    @Test
    void shouldJoinByTheScriptOrByTheJar() {
        assertThat(CHECKOUT.join(Path.of("private/worker.run")))
                .isEqualTo("'/home/me/my sluice/sluice' join private/worker.run");
        assertThat(JARS.join(Path.of("private/my worker.run")))
                .isEqualTo("java -jar sluice-worker.jar join 'private/my worker.run'");
    }

    @Test
    void shouldNameCommandsInSentencesAsTheyCanBeTyped() {
        assertThat(JARS.in(ErrorCode.CONFIG_INVALID.remedy()))
                .contains("'java -jar /opt/lib/sluice-master.jar config show --origin' says");
        assertThat(JARS.in("sluice is no command here")).isEqualTo("sluice is no command here");
        assertThat(JARS.line("run", "target/my-app.jar", "--local", "2"))
                .isEqualTo("java -jar /opt/lib/sluice-master.jar run target/my-app.jar --local 2");
    }

    @Test
    void shouldPutAQuotedCommandIntoOtherQuotes() {
        assertThat(CHECKOUT.in("See 'sluice run APP --help', or 'sluice hosts history'."))
                .isEqualTo("See \"'/home/me/my sluice/sluice' run APP --help\", or"
                        + " \"'/home/me/my sluice/sluice' hosts history\".");
    }

    @Test
    void shouldFallBackOnTheNamesOfJarsThatAreNotFound() {
        assertThat(TypedCommand.ofProcess().sluice()).containsExactly("java", "-jar", "sluice-master.jar");
    }
}
