package dev.sluice.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where an application's classes are, beside its jar. */
public final class ApplicationOptions {
    @Option(
            names = "--class",
            paramLabel = "NAME",
            description = "the application's class (default: the one that the jar names)")
    @Nullable
    public String className;

    @Option(
            names = "--class-path",
            split = ":",
            paramLabel = "JARS",
            description = "further jars of the application, separated by ':'")
    public List<Path> classPath = List.of();

    /** Its jar, and the further ones. */
    public List<Path> jars(Path application) {
        List<Path> jars = new ArrayList<>();
        jars.add(application);
        jars.addAll(classPath);
        return jars;
    }
}
