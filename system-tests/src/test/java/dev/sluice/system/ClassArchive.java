package dev.sluice.system;

import dev.sluice.cli.StartTraining;
import dev.sluice.insight.history.UserCache;
import dev.sluice.launch.JavaOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The archives of loaded classes (class-data sharing), with which masters and workers in tests start as quickly as
 * those of {@code ./sluice}. The first test process that needs them writes them; others wait for them.
 */
final class ClassArchive {
    /** Options of processes that live for seconds: code of the second compiler would come too late. */
    static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData");

    private ClassArchive() {}

    /** The JVM options of a worker that lives for seconds and uses the archive. */
    static List<String> ofWorkers() {
        ofMasters();
        return Stream.concat(
                        SHORT_LIVED.stream(),
                        JavaOptions.ofWorkers(Checkout.workerJar(), UserCache.directoryIfAny("classes"), false).stream()
                                .filter(option -> option.matches("-Xshare.*|-Xlog.*|-XX:SharedArchiveFile.*")))
                .toList();
    }

    /** The JVM options of a master that lives for seconds and uses the archive. */
    static List<String> ofMasters() {
        Path archive = written();
        return Stream.concat(
                        SHORT_LIVED.stream(),
                        Stream.of(
                                "-Dsluice.brief=true",
                                "-Xshare:auto",
                                "-Xlog:cds=off",
                                "-Xlog:cds+dynamic=off",
                                "-XX:SharedArchiveFile=" + archive))
                .toList();
    }

    /** Returns the archive of the master's classes, after both archives have been written. */
    private static synchronized Path written() {
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
        return archive;
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
