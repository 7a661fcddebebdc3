package dev.sluice.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The checkout under test: its documents and the jars that the build has made. */
final class Checkout {
    private Checkout() {}

    static Path root() {
        return Path.of(System.getProperty("sluice.checkout", ".."))
                .toAbsolutePath()
                .normalize();
    }

    static Path file(String path) {
        return root().resolve(path);
    }

    static Path masterJar() {
        return built("runtime-cli/target/sluice-master.jar");
    }

    static Path workerJar() {
        return built("runtime-worker/target/sluice-worker.jar");
    }

    static Path applicationJar(String name) {
        return built("app-" + name + "/target/app-" + name + ".jar");
    }

    /** The bytes of a file as characters, for files that may be no text. */
    static String bytes(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether {@code -Dsluice.update=WHAT} asks to write generated parts of documents anew. */
    static boolean isUpdating(String what) {
        return what.equals(System.getProperty("sluice.update"));
    }

    /** All documents, and nothing that the build made. */
    static List<Path> documents() {
        try (Stream<Path> files = Files.walk(root())) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !root().relativize(file).toString().matches("(.*/)?(target|\\.git)/.*"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The pom of the project and those of its modules, in the order of the build. */
    static List<Path> poms() {
        Path root = file("pom.xml");
        return Stream.concat(
                        Stream.of(root),
                        Pattern.compile("<module>([^<]+)</module>")
                                .matcher(read(root))
                                .results()
                                .map(module -> file(module.group(1) + "/pom.xml")))
                .toList();
    }

    private static Path built(String path) {
        Path jar = file(path);
        if (!Files.isRegularFile(jar)) {
            throw new IllegalStateException(
                    jar + " is missing (expected: built by 'package'). Run the tests with mvn verify.");
        }
        return jar;
    }
}
