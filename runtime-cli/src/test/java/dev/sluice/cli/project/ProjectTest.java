package dev.sluice.cli.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectTest {
    private static final ProjectName NAME = ProjectName.of("my-app", "org.example.primes");
    private static final Pattern VERSIONED =
            Pattern.compile("<artifactId>(maven-[a-z]+-plugin)</artifactId>\\s*<version>([^<]+)</version>");

    @TempDir
    Path directory;

    @Test
    void shouldFillAllPlacesIn() throws IOException {
        List<Path> files = new Project(NAME, "1.2.3").write(directory.resolve("deep/my-app"));
        assertThat(files)
                .map(Path::toString)
                .containsExactly(
                        "README.md",
                        "pom.xml",
                        ".gitignore",
                        "src/main/java/org/example/primes/MyApp.java",
                        "src/main/java/org/example/primes/Sieve.java",
                        "src/main/resources/META-INF/services/dev.sluice.api.Application",
                        "src/test/java/org/example/primes/MyAppTest.java",
                        "src/test/java/org/example/primes/MyAppIT.java");
        for (Path file : files) {
            assertThat(directory.resolve("deep/my-app").resolve(file)).content().doesNotContain("{{", "}}");
        }
    }

    @Test
    void shouldAskForThisVersionOfSluice() throws IOException {
        new Project(NAME, "1.2.3").write(directory);
        assertThat(directory.resolve("pom.xml"))
                .content()
                .contains("<sluice.version>1.2.3</sluice.version>", "<artifactId>my-app</artifactId>")
                .containsPattern("<junit.version>\\d+\\.\\d+\\.\\d+</junit.version>");
    }

    @Test
    void shouldLeaveAloneWhatIsThere() throws IOException {
        Files.writeString(directory.resolve("precious"), "");
        assertThatThrownBy(() -> new Project(NAME, "1").write(directory))
                .isInstanceOfSatisfying(
                        ProjectException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessage("directory: " + directory
                        + " is not empty (expected: a new or empty directory; --directory names another)");
        assertThatThrownBy(() -> new Project(NAME, "1").write(directory.resolve("precious")))
                .hasMessageContaining("precious is a file (expected: a new or empty directory");
        assertThat(directory).isDirectoryNotContaining("glob:**.xml");
    }

    @Test
    void shouldSayWhereItCannotWrite() {
        Path below = Path.of("/proc/nothing");
        assertThatThrownBy(() -> new Project(NAME, "1").write(below))
                .isInstanceOfSatisfying(
                        ProjectException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_NOT_FOUND))
                .hasMessageStartingWith("directory: /proc/nothing cannot be written: ");
    }

    /** The project uses the versions of this build, which are in the local repository already. */
    @Test
    void shouldBuildWithThePluginsOfSluiceItself() throws IOException {
        Map<String, String> own = plugins(Files.readString(
                Path.of(System.getProperty("sluice.checkout", "..")).resolve("pom.xml")));
        new Project(NAME, "1").write(directory);
        Map<String, String> theirs = plugins(Files.readString(directory.resolve("pom.xml")));
        assertThat(theirs).hasSize(7).containsKey("maven-surefire-plugin");
        theirs.remove("maven-dependency-plugin"); // which Sluice does not use
        assertThat(own).containsAllEntriesOf(theirs);
    }

    private static Map<String, String> plugins(String pom) {
        Map<String, String> versions = new TreeMap<>();
        Matcher matcher = VERSIONED.matcher(pom);
        while (matcher.find()) {
            versions.put(matcher.group(1), matcher.group(2));
        }
        return versions;
    }
}
