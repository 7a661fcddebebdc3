package dev.sluice.app.each.shell;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The shell that starts commands, and the program that gives the shell a process group of its own. Immutable.
 *
 * @param prefix empty where no program can make a process group
 * @param nice added to the niceness of this process
 */
record ShellProgram(List<String> prefix, String shell, int nice) {
    static final String PERL_SETSID = "use POSIX (); POSIX::setsid();"
            + " POSIX::sigprocmask(POSIX::SIG_SETMASK(), POSIX::SigSet->new); exec { $ARGV[0] } @ARGV or exit 127";

    /** Java blocks SIGQUIT in its threads, and with that in their children. */
    private static final String UNBLOCK = "--default-signal=QUIT";

    ShellProgram {
        prefix = List.copyOf(prefix);
    }

    /** Finds both on this machine. */
    static ShellProgram find() {
        ProgramPaths paths = ProgramPaths.ofEnvironment();
        Optional<String> setsid = paths.find("setsid");
        Optional<List<String>> both = paths.find("env")
                .filter(ShellProgram::unblocks)
                .flatMap(env -> setsid.map(path -> List.of(env, UNBLOCK, path)));
        Optional<List<String>> perl = paths.find("perl").map(path -> List.of(path, "-e", PERL_SETSID));
        return new ShellProgram(
                both.or(() -> perl).or(() -> setsid.map(List::of)).orElse(List.of()), findShell(), 0);
    }

    ShellProgram nice(int more) {
        return new ShellProgram(prefix, shell, more);
    }

    /** Tells whether this env knows the option, without a process for the question. */
    private static boolean unblocks(String env) {
        try {
            return Files.readString(Path.of(env), StandardCharsets.ISO_8859_1).contains("default-signal");
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Prefers dash, because it starts programs without a copy of itself and reads its input in large pieces. */
    private static String findShell() {
        for (String dash : new String[] {"/bin/dash", "/usr/bin/dash"}) {
            if (Files.isExecutable(Path.of(dash)) && !isTheStandardShell(dash)) {
                return dash;
            }
        }
        return "/bin/sh";
    }

    private static boolean isTheStandardShell(String shell) {
        try {
            return Files.isSameFile(Path.of(shell), Path.of("/bin/sh"));
        } catch (IOException e) {
            return false;
        }
    }

    /** Tells whether a shell that is started so leads a process group. */
    boolean leadsGroup() {
        return !prefix.isEmpty();
    }

    /** Tells whether the shell passes on variables whose names it could not write, as bash does. */
    boolean keepsAllVariables() {
        try {
            return Path.of(shell).toRealPath().endsWith("bash");
        } catch (IOException e) {
            return false;
        }
    }

    List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(nice == 0 ? List.of() : List.of("nice", "-n", Integer.toString(nice)));
        command.addAll(prefix);
        command.add(shell);
        command.addAll(List.of(arguments));
        return command;
    }

    /** Finds programs in the directories of {@code $PATH}, each once. Thread-safe. */
    private static final class ProgramPaths {
        private final String[] directories;
        private final Map<String, Optional<String>> found = new ConcurrentHashMap<>();

        ProgramPaths(String path) {
            directories = path.split(File.pathSeparator);
        }

        static ProgramPaths ofEnvironment() {
            return new ProgramPaths(System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
        }

        /** Finds the absolute path of a program; empty if a relative directory precedes it. */
        Optional<String> find(String name) {
            return found.computeIfAbsent(name, this::search);
        }

        private Optional<String> search(String name) {
            for (String directory : directories) {
                if (!directory.startsWith("/")) {
                    return Optional.empty();
                }
                Path program = Path.of(directory, name);
                if (Files.isRegularFile(program) && Files.isExecutable(program)) {
                    return Optional.of(program.toString());
                }
            }
            return Optional.empty();
        }
    }
}
