package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** Jars of a Sluice of the next protocol version: copies of those of today, with another {@code Preamble}. */
record NextProtocol(Path masterJar, Path workerJar) {
    private static final String PREAMBLE = "dev/sluice/net/frame/Preamble";

    /** Makes the jars in an empty directory. */
    static NextProtocol in(Path directory) throws IOException {
        String today = Checkout.read(Checkout.file("runtime-net/src/main/java/" + PREAMBLE + ".java"));
        String next = today.replaceAll("(LOWEST|HIGHEST) = 1;", "$1 = 2;");
        assertThat(next).as("a preamble of version 1").isNotEqualTo(today);
        Path source = directory.resolve("Preamble.java");
        Files.writeString(source, next);
        Path classes = Files.createDirectories(directory.resolve("classes"));
        int refused = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release=17",
                        "-proc:none",
                        "-cp",
                        Checkout.masterJar().toString(),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(refused).isZero();
        return new NextProtocol(
                changed(Checkout.masterJar(), directory, classes), changed(Checkout.workerJar(), directory, classes));
    }

    private static Path changed(Path jar, Path directory, Path classes) throws IOException {
        Path copy = Files.copy(jar, directory.resolve(jar.getFileName().toString()));
        try (FileSystem inside = FileSystems.newFileSystem(URI.create("jar:" + copy.toUri()), Map.of())) {
            Files.copy(
                    classes.resolve(PREAMBLE + ".class"),
                    inside.getPath(PREAMBLE + ".class"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return copy;
    }

    /** A command of this Sluice. */
    MasterRun run(Path directory, String... arguments) throws IOException {
        return MasterRun.other(directory, masterJar, workerJar, List.of(arguments));
    }
}
