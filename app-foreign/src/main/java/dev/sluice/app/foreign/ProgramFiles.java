package dev.sluice.app.foreign;

import dev.sluice.app.foreign.child.ChildProgram;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The program in the jar of the application: a description, the program's file, and the Python package that programs in
 * Python need. All are below the package of this class.
 */
public final class ProgramFiles {
    /** The entry of the description: lines {@code KEY=VALUE} of a properties file. */
    public static final String DESCRIPTION = "program/program.properties";

    /** The directory of the program's file, and of the modules beside it. */
    public static final String PROGRAM = "program/file/";

    /** The variable with the seed of Python's hashes. */
    public static final String HASH_SEED = "PYTHONHASHSEED";

    private static final String PYTHON = "python/";

    /** How a program starts. */
    public enum Manner {
        /** Python interprets it. */
        PYTHON,
        /** The file itself is executed. */
        EXECUTABLE,
        /** Workers receive functions from a Python process, which is the master. */
        FUNCTIONS
    }

    /**
     * The description of a program.
     *
     * @param file name of its file; empty without one
     * @param name as the user typed it
     * @param directory in which it was, absolute; children may find more files there
     * @param interpreter for Python: a command or a path
     * @param hashSeed by which all processes of the run hash text, so that sets have one order
     */
    public record Description(
            Manner manner, String file, String name, String directory, String interpreter, String hashSeed) {
        /** The text of the entry; the same description gives the same text. */
        public Map<String, String> lines() {
            return Map.of(
                    "manner",
                    manner.name().toLowerCase(Locale.ROOT),
                    "file",
                    file,
                    "name",
                    name,
                    "directory",
                    directory,
                    "interpreter",
                    interpreter,
                    "hash-seed",
                    hashSeed);
        }

        static Description of(Properties read) {
            return new Description(
                    Manner.valueOf(read.getProperty("manner", "executable").toUpperCase(Locale.ROOT)),
                    read.getProperty("file", ""),
                    read.getProperty("name", ""),
                    read.getProperty("directory", ""),
                    read.getProperty("interpreter", "python3"),
                    read.getProperty("hash-seed", "0"));
        }
    }

    private ProgramFiles() {}

    /** Reads the description. */
    static Description description() throws IOException {
        try (InputStream in = ProgramFiles.class.getResourceAsStream(DESCRIPTION)) {
            if (in == null) {
                throw new IOException("no program in the jar (expected: sluice run PROGRAM made it)");
            }
            Properties read = new Properties();
            read.load(in);
            return Description.of(read);
        }
    }

    /** Unpacks program and package into this directory; returns how to start the program. */
    public static ChildProgram unpack(Description program, Path directory) throws IOException {
        Path python = directory.resolve("python");
        Path file = directory.resolve("program").resolve(program.file());
        if (!program.file().isEmpty()) {
            unpack(PROGRAM, directory.resolve("program"));
        }
        if (program.manner() == Manner.EXECUTABLE) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
            return new ChildProgram(
                    program.name(),
                    List.of(file.toString()),
                    Map.of(),
                    List.of(),
                    "expected: a program for this kind of machine, and a directory for temporary files that allows it");
        }
        unpack(PYTHON, python);
        List<String> command = new ArrayList<>(List.of(program.interpreter(), "-m", "sluice"));
        command.add(program.manner() == Manner.PYTHON ? file.toString() : "--functions");
        return new ChildProgram(
                program.name(),
                command,
                Map.of("PYTHONPATH", path(python, program.directory()), HASH_SEED, program.hashSeed()),
                List.of(),
                "expected: Python 3.9 or newer; install it there, or name another one with --interpreter");
    }

    private static String path(Path python, String directory) {
        StringBuilder path = new StringBuilder(python.toString());
        if (!directory.isEmpty() && Files.isDirectory(Path.of(directory))) {
            path.append(File.pathSeparator).append(directory);
        }
        String before = System.getenv("PYTHONPATH");
        return before == null || before.isEmpty()
                ? path.toString()
                : path.append(File.pathSeparator).append(before).toString();
    }

    /** Copies all entries below one, which is relative to the package of this class. */
    private static void unpack(String entry, Path to) throws IOException {
        String below = ProgramFiles.class.getPackageName().replace('.', '/') + "/" + entry;
        Path source = source();
        if (Files.isDirectory(source)) {
            copy(source.resolve(below), to);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(source)) {
                copy(jar.getPath("/" + below), to);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            throw new IOException("no directory " + from + " (expected: the program and its package, in the jar)");
        }
        List<Path> files;
        try (Stream<Path> found = Files.walk(from)) {
            files = found.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path target = to.resolve(from.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
    }

    private static Path source() throws IOException {
        CodeSource source = ProgramFiles.class.getProtectionDomain().getCodeSource();
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("place of the application's jar: " + e.getMessage(), e);
        }
    }
}
