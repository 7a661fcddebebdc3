package dev.sluice.cli.option;

import dev.sluice.cli.builtin.BuiltInJar;
import dev.sluice.cli.foreign.ForeignPrograms;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Nearest;
import dev.sluice.model.SluiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The application of a command, with its arguments and classes. */
public final class ApplicationOptions {
    /** The application as typed. */
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "APP",
            description = "the application's jar, or a program in another language (docs/languages.md)")
    @Nullable
    public Path typed;

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

    @Option(
            names = "--interpreter",
            paramLabel = "PATH",
            description = "Python for a program that ends in .py, on all hosts (default: ${DEFAULT-VALUE})")
    String interpreter = "python3";

    /** Copies of the jars, once they are made. */
    private final Map<Path, Path> copies = new HashMap<>();

    /** The jar of {@link #typed}, once it is made. */
    private @Nullable Path made;

    /**
     * Returns the jar of the application, which is made first for a program in another language; null if none is named.
     *
     * @throws SluiceException FILE_NOT_FOUND or USAGE if there is no such program
     */
    public @Nullable Path jar() {
        Path known = made;
        Path named = typed;
        if (known == null && named != null) {
            known = ForeignPrograms.isProgram(named) ? ForeignPrograms.jar(named, interpreter) : named;
            made = known;
        }
        return known;
    }

    /** Takes functions of a Python process as the application: it plays the master on this socket. */
    public void functionsOf(Path socket) {
        made = ForeignPrograms.functions(socket, interpreter);
    }

    /**
     * Returns a jar of the application followed by the additional ones. They are copies, so that this process goes on
     * with the classes with which it began while the jars are built again.
     *
     * @throws SluiceException USAGE if it is neither a path nor the name of an application that the script knows
     */
    public List<Path> jars(Path application) {
        checkName(application.toString(), System.getProperty("sluice.applications", ""));
        List<Path> jars = new ArrayList<>();
        jars.add(application);
        jars.addAll(classPath);
        jars.replaceAll(jar -> copies.computeIfAbsent(jar, BuiltInJar::copy));
        return jars;
    }

    /** @param known names of applications that the script replaces by their jars, separated by spaces */
    static void checkName(String application, String known) {
        if (application.equals("each") && !Files.exists(Path.of(application))) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "'each' is a command of Sluice and no application (expected: 'sluice each …', 'sluice submit each …' "
                            + "or 'sluice predict each …', with all options after 'each')");
        }
        if (known.isEmpty() || application.contains("/") || application.endsWith(".jar")) {
            return;
        }
        if (!Files.exists(Path.of(application))) {
            List<String> names = List.of(known.split(" "));
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "there is no application '" + application + "' (expected: one of " + known
                            + ", or the path of a jar" + Nearest.hint(application, names) + ")");
        }
    }
}
