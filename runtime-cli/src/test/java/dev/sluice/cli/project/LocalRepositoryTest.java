package dev.sluice.cli.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against stand-ins for Maven; the system tests have the real one. */
class LocalRepositoryTest {
    @TempDir
    Path directory;

    @Test
    void shouldSayWhatMavenSaid() throws Exception {
        Path maven = Files.writeString(
                directory.resolve("mvn"), "#!/bin/sh\necho '[INFO] x'\necho '[ERROR] no space'\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        LocalRepository.Jars jars = new LocalRepository.Jars(maven, maven, maven);
        assertThatThrownBy(() -> new LocalRepository(maven.toString()).install(jars, "1"))
                .isInstanceOfSatisfying(
                        ProjectException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MAVEN_FAILED))
                .hasMessageContaining("ended with 1 (expected: the API and the runtime in its local repository)")
                .hasMessageEndingWith("[ERROR] no space");
        assertThatThrownBy(() -> new LocalRepository("/nowhere/mvn").install(jars, "1"))
                .hasMessage("/nowhere/mvn: not found (expected: Maven 3.8 or newer on the PATH)");
    }
}
