package dev.sluice.system;

import dev.sluice.cli.StartTraining;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The archive of the master's loaded classes (class-data sharing), with which masters in tests start as quickly as
 * those of {@code ./sluice}. The first test process that needs it writes it; others wait for it.
 */
final class ClassArchive {
    private ClassArchive() {}

    /** The JVM options of a master that uses the archive. */
    static synchronized List<String> options() {
        Path jar = Checkout.masterJar();
        Path archive = jar.resolveSibling("test-master.jsa");
        try (FileChannel lock = FileChannel.open(
                        jar.resolveSibling("test-master.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = lock.lock()) {
            if (held.isValid() && !isFresh(archive, jar)) {
                write(archive, jar);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of("-Xshare:auto", "-Xlog:cds=off", "-Xlog:cds+dynamic=off", "-XX:SharedArchiveFile=" + archive);
    }

    private static boolean isFresh(Path archive, Path jar) throws IOException {
        return Files.exists(archive)
                && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) > 0;
    }

    /** Runs the commands with which {@code ./sluice} writes its own archive. */
    private static void write(Path archive, Path jar) throws IOException {
        Path directory = Files.createTempDirectory("class-archive-");
        Path written = directory.resolve("master.jsa");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:ArchiveClassesAtExit=" + written,
                        "-Xlog:cds=off",
                        "-Xlog:cds+dynamic=off",
                        "-Dsluice.worker.jar=" + Checkout.workerJar(),
                        "-cp",
                        jar.toString(),
                        StartTraining.class.getName(),
                        Checkout.applicationJar("mandelbrot").toString(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile());
        builder.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
        Process process = builder.start();
        process.getOutputStream().close();
        process.onExit().join();
        if (!Files.exists(written)) {
            throw new IllegalStateException("no class archive: " + Checkout.read(directory.resolve("out")));
        }
        Files.move(written, archive, StandardCopyOption.REPLACE_EXISTING);
    }
}
