package dev.sluice.cli.foreign;

import dev.sluice.app.foreign.ForeignApplication;
import dev.sluice.app.foreign.ProgramFiles;
import dev.sluice.app.foreign.ProgramFiles.Description;
import dev.sluice.app.foreign.ProgramFiles.Manner;
import dev.sluice.app.foreign.child.ChildProgram;
import dev.sluice.cli.builtin.BuiltInJar;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes the jar of an application from a program in another language. */
public final class ForeignPrograms {
    private static final String PYTHON = ".py";

    private ForeignPrograms() {}

    /**
     * Tells whether the application is a program in another language: its name ends in {@code .py}, or it is an
     * executable file and no jar.
     */
    public static boolean isProgram(Path application) {
        String name = String.valueOf(application.getFileName());
        if (name.endsWith(PYTHON)) {
            return true;
        }
        boolean executable = Files.isRegularFile(application) && Files.isExecutable(application);
        return executable && !name.endsWith(".jar") && !isZip(application);
    }

    private static boolean isZip(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] begin = in.readNBytes(2);
            return begin.length == 2 && begin[0] == 'P' && begin[1] == 'K';
        } catch (IOException e) {
            return true; // what cannot be read is reported as any jar
        }
    }

    /** Returns the jar of a program. */
    public static Path jar(Path program, String interpreter) {
        if (!Files.isReadable(program) || Files.isDirectory(program)) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, "application: " + program + " (expected: a program that can be read)");
        }
        String file = String.valueOf(program.getFileName());
        Path directory = program.toAbsolutePath().normalize().getParent();
        boolean python = file.endsWith(PYTHON);
        Description description = new Description(
                python ? Manner.PYTHON : Manner.EXECUTABLE,
                file,
                program.toString(),
                String.valueOf(directory),
                interpreter,
                hashSeed());
        try {
            SortedMap<String, byte[]> entries = described(description);
            entries.put(ProgramFiles.PROGRAM + file, Files.readAllBytes(program));
            if (python) {
                ModulesBeside.of(program).forEach((name, content) -> entries.put(ProgramFiles.PROGRAM + name, content));
            }
            String name = python ? file.substring(0, file.length() - PYTHON.length()) : file;
            return BuiltInJar.of(name, ForeignApplication.class, entries);
        } catch (IOException e) {
            throw new SluiceException(ErrorCode.FILE_NOT_FOUND, "jar of " + program + ": " + FileTrouble.named(e), e);
        }
    }

    /** Returns the jar of functions of the Python process that listens on this socket. */
    public static Path functions(Path socket, String interpreter) {
        System.setProperty(
                ForeignApplication.MASTER_SOCKET, socket.toAbsolutePath().toString());
        Description description = new Description(Manner.FUNCTIONS, "", "functions", "", interpreter, hashSeed());
        try {
            return BuiltInJar.of("functions", ForeignApplication.class, described(description));
        } catch (IOException e) {
            throw new SluiceException(ErrorCode.FILE_NOT_FOUND, "jar of functions: " + FileTrouble.named(e), e);
        }
    }

    /** Returns how children of a command start, which is a program in Python or speaks the protocol by itself. */
    public static ChildProgram program(List<String> command, String interpreter, Path directory) throws IOException {
        Path first = Path.of(command.get(0));
        if (!command.get(0).endsWith(PYTHON)) {
            return new ChildProgram(command.get(0), command, Map.of(), List.of(), "expected: a program");
        }
        Path beside = first.toAbsolutePath().normalize().getParent();
        Description description =
                new Description(Manner.PYTHON, "", first.toString(), String.valueOf(beside), interpreter, hashSeed());
        ChildProgram python = ProgramFiles.unpack(description, directory);
        List<String> started = new ArrayList<>(python.command());
        started.set(started.size() - 1, first.toAbsolutePath().toString());
        return new ChildProgram(python.name(), started, python.environment(), List.of(), python.remedy());
    }

    /** The user's seed, or the same for all runs: it is part of the jar, and equal jars have equal results. */
    private static String hashSeed() {
        String set = System.getenv(ProgramFiles.HASH_SEED);
        return set != null && set.matches("\\d{1,10}") ? set : "0";
    }

    private static SortedMap<String, byte[]> described(Description description) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(description.lines())
                .forEach((key, value) ->
                        text.append(key).append('=').append(escaped(value)).append('\n'));
        SortedMap<String, byte[]> entries = new TreeMap<>();
        entries.put(ProgramFiles.DESCRIPTION, text.toString().getBytes(StandardCharsets.ISO_8859_1));
        return entries;
    }

    /** A value of a properties file: everything but letters, digits and a few signs is escaped. */
    private static String escaped(String value) {
        StringBuilder text = new StringBuilder();
        for (char each : value.toCharArray()) {
            boolean plain = each > ' ' && each < 0x7F && each != '\\' && each != '#' && each != '!';
            text.append(plain ? String.valueOf(each) : String.format(Locale.ROOT, "\\u%04x", (int) each));
        }
        return text.toString();
    }
}
