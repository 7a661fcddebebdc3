package dev.sluice.cli.project;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Maven's repository on this machine, as Maven itself finds it. The API and the two jars of the runtime are put there
 * with poms that name no parent, so that builds of users ask for nothing of Sluice's own build.
 */
public final class LocalRepository {
    private static final int LINES = 8;

    /** The artifacts: {@code dev.sluice:runtime-api}, {@code sluice-master} and {@code sluice-worker}. */
    public record Jars(Path api, Path master, Path worker) {}

    private final String maven;

    /** @param maven the program: {@code mvn} */
    public LocalRepository(String maven) {
        this.maven = maven;
    }

    /**
     * Puts the jars there, over those of the same version. Blocks for seconds, as long as Maven takes; nothing is got
     * from a network when Maven has installed anything before.
     *
     * @throws ProjectException MAVEN_FAILED
     */
    public void install(Jars jars, String version) throws InterruptedException {
        try {
            Path directory = Files.createTempDirectory("sluice-install-");
            try {
                writePoms(directory, version);
                run(directory, jars);
            } finally {
                delete(directory);
            }
        } catch (IOException e) {
            throw new ProjectException(
                    FileTrouble.ofWriting(e), "poms for Maven cannot be written: " + FileTrouble.named(e), e);
        }
    }

    private static void writePoms(Path directory, String version) throws IOException {
        Files.writeString(directory.resolve("pom.xml"), repository("pom.xml", Map.of("version", version)));
        Files.writeString(
                directory.resolve("runtime-api.pom"), repository("runtime-api.pom", Map.of("version", version)));
        for (String bundle : List.of("sluice-master", "sluice-worker")) {
            Files.writeString(
                    directory.resolve(bundle + ".pom"),
                    repository("bundle.pom", Map.of("version", version, "bundle", bundle)));
        }
    }

    private static String repository(String template, Map<String, String> values) {
        return Template.of("repository/" + template).fill(values);
    }

    private void run(Path directory, Jars jars) throws IOException, InterruptedException {
        Path log = directory.resolve("maven.log");
        ProcessBuilder builder = new ProcessBuilder(
                        maven,
                        "-B",
                        "-q",
                        "-Dapi=" + jars.api(),
                        "-Dmaster=" + jars.master(),
                        "-Dworker=" + jars.worker(),
                        "validate")
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        int exitCode = start(builder).waitFor();
        if (exitCode != 0) {
            throw new ProjectException(
                    ErrorCode.MAVEN_FAILED,
                    maven + " ended with " + exitCode + " (expected: the API and the runtime in its local repository):"
                            + System.lineSeparator() + lastWords(log));
        }
    }

    private Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new ProjectException(
                    ErrorCode.MAVEN_FAILED, maven + ": not found (expected: Maven 3.8 or newer on the PATH)", e);
        }
    }

    private static String lastWords(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
        List<String> errors = new ArrayList<>(
                lines.stream().filter(line -> line.startsWith("[ERROR]")).toList());
        List<String> told = errors.isEmpty() ? lines : errors;
        return String.join(System.lineSeparator(), told.subList(0, Math.min(LINES, told.size())))
                .replaceAll("[^\\p{Print}\\s]", "?");
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
