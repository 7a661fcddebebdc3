package dev.sluice.cli.option;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The program of started workers. */
public final class WorkerJarOptions {
    @Option(
            names = "--worker-jar",
            paramLabel = "JAR",
            description = "sluice-worker.jar for workers that are started (default: found beside this jar)")
    @Nullable
    public Path jar;

    @Option(
            names = "--worker-java-options",
            split = " ",
            paramLabel = "OPTIONS",
            description = "for the JVM of workers that are started, such as '-Xmx2g'")
    public List<String> javaOptions = List.of();
}
