package dev.sluice.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Maven with a local repository of the test's own, which begins as a copy of the developer's, by links. */
record Maven(Path repository, Path tools) {
    /** @param directory where the copy goes, and a directory for the path with {@code sluice} in it */
    static Maven in(Path directory) throws IOException, InterruptedException {
        Path own = Path.of(System.getProperty(
                "localRepository",
                Path.of(System.getProperty("user.home"), ".m2/repository").toString()));
        Path copy = directory.resolve("repository");
        Path tools = Files.createDirectories(directory.resolve("tools"));
        Files.createSymbolicLink(tools.resolve("sluice"), Checkout.file("sluice"));
        try (Terminal terminal = Terminal.type(
                directory,
                "command -v mvn; cp -r --link '" + own + "' '" + copy + "' || cp -r '" + own + "' '" + copy + "'")) {
            assumeTrue(
                    terminal.exitCodeWithin(120) == 0, "there is no mvn on the path, or no local repository to copy");
        }
        return new Maven(copy, tools);
    }

    /** Lines for a shell, before those that use it. */
    String environment() {
        return "export MAVEN_OPTS='-Dmaven.repo.local=" + repository + "' PATH='" + tools + "':\"$PATH\"\n";
    }

    /** A directory of an artifact of ours. */
    Path artifact(String name) {
        return repository.resolve("dev/sluice").resolve(name);
    }
}
