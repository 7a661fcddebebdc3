package dev.sluice.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The application of a command, with its arguments and classes. */
public final class ApplicationOptions {
    @Parameters(index = "0", arity = "0..1", paramLabel = "APP", description = "the application's jar")
    @Nullable
    public Path jar;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENTS",
            description = "arguments of the application, after --; 'run APP --help' lists them")
    public List<String> arguments = List.of();

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description = "class of the application (default: the class named in the jar)")
    @Nullable
    public String className;

    @Option(
            names = "--class-path",
            split = ":",
            paramLabel = "JARS",
            description = "additional jars of the application, separated by ':'")
    public List<Path> classPath = List.of();

    /** Returns a jar of the application followed by the additional ones. */
    public List<Path> jars(Path application) {
        List<Path> jars = new ArrayList<>();
        jars.add(application);
        jars.addAll(classPath);
        return jars;
    }
}
