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
            description = "path of sluice-worker.jar for started workers (default: next to this jar)")
    @Nullable
    public Path jar;

    @Option(
            names = "--worker-java-options",
            split = " ",
            paramLabel = "OPTIONS",
            description = "JVM options of started workers, such as '-Xmx2g'")
    public List<String> javaOptions = List.of();
}
