package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the libraries of this build with {@code config/known-vulnerabilities.csv}; needs no network. */
class SupplyChainTest {
    /** A jar in a Maven repository: group, artifact and version by its directories. */
    private static final Pattern JAR = Pattern.compile("/([^:]+)/([^/:]+)/([0-9][^/:]*)/[^/:]+\\.jar$");

    /** @param path of the group, whose beginning may be that of the repository */
    private record Library(String path, String artifact, String version) {
        @Override
        public String toString() {
            return artifact + " " + version;
        }
    }

    private record Advisory(String group, String artifact, String from, String mended, String text) {
        boolean concerns(Library library) {
            return library.artifact().equals(artifact)
                    && ('/' + library.path()).endsWith('/' + group.replace('.', '/'))
                    && compare(library.version(), from) >= 0
                    && compare(library.version(), mended) < 0;
        }
    }

    /** Compares the numbers of two versions, from left to right. */
    private static int compare(String one, String other) {
        int[] left = numbers(one);
        int[] right = numbers(other);
        int length = Math.max(left.length, right.length);
        return Arrays.compare(Arrays.copyOf(left, length), Arrays.copyOf(right, length));
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[.-]"))
                .takeWhile(part -> part.matches("[0-9]{1,9}"))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    private static List<Advisory> advisories() throws IOException {
        List<Advisory> advisories = new ArrayList<>();
        for (String line : Checkout.read(Checkout.file("config/known-vulnerabilities.csv"))
                .lines()
                .toList()) {
            if (!line.startsWith("#")) {
                String[] fields = line.split(",");
                assertThat(fields).as(line).hasSize(5);
                assertThat(fields[3]).matches("CVE-[0-9]{4}-[0-9]+|GHSA(-[0-9a-z]{4}){3}");
                String[] library = fields[0].split(":");
                advisories.add(
                        new Advisory(library[0], library[1], fields[1], fields[2], fields[3] + ": " + fields[4]));
            }
        }
        return advisories;
    }

    /** The vulnerabilities of the libraries of a class path, each in a sentence. */
    private static List<String> vulnerabilities(String classPath) throws IOException {
        List<String> found = new ArrayList<>();
        for (Library library : libraries(classPath)) {
            for (Advisory advisory : advisories()) {
                if (advisory.concerns(library)) {
                    found.add(library + " has " + advisory.text() + " (expected: " + advisory.mended() + " or later)");
                }
            }
        }
        return found;
    }

    private static List<Library> libraries(String classPath) {
        List<Library> libraries = new ArrayList<>();
        for (String entry : classPath.split(Pattern.quote(File.pathSeparator))) {
            Matcher matcher = JAR.matcher(entry.replace('\\', '/'));
            if (matcher.find()) {
                libraries.add(new Library(matcher.group(1), matcher.group(2), matcher.group(3)));
            }
        }
        return libraries;
    }

    @Test
    void shouldUseNoLibraryWithAKnownVulnerability() throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        assertThat(libraries(classPath))
                .extracting(Library::artifact)
                .contains("netty-handler", "jackson-core", "logback-core", "bcprov-jdk18on", "sqlite-jdbc");
        assertThat(vulnerabilities(classPath)).isEmpty();
    }

    @Test
    void shouldNameTheLibraryAndTheAdvisory() throws IOException {
        String repository = "/home/ann/.m2/repository/";
        String classPath = String.join(
                File.pathSeparator,
                repository + "org/xerial/sqlite-jdbc/3.41.2.1/sqlite-jdbc-3.41.2.1.jar",
                repository + "org/xerial/sqlite-jdbc/3.41.2.2/sqlite-jdbc-3.41.2.2.jar",
                repository + "org/example/sqlite-jdbc/3.41.2.1/sqlite-jdbc-3.41.2.1.jar",
                repository + "io/netty/netty-handler/4.2.18.Final/netty-handler-4.2.18.Final.jar");
        assertThat(vulnerabilities(classPath))
                .containsExactly("sqlite-jdbc 3.41.2.1 has CVE-2023-32697: code execution by a connection URL"
                        + " (expected: 3.41.2.2 or later)");
    }
}
