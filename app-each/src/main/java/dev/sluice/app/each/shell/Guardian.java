package dev.sluice.app.each.shell;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A small process that sends signals to process groups, which the JVM cannot. When the worker process dies, even by
 * SIGKILL, the guardian ends all its groups and removes the directory of the crew. Thread-safe.
 */
final class Guardian implements AutoCloseable {
    /** Polite signal. */
    static final String TERM = "TERM";

    /** Signal that no process survives. */
    static final String KILL = "KILL";

    private static final String SCRIPT = """
        groups=
        while read -r verb group; do
          case $verb in
          add) groups="$groups $group" ;;
          drop)
            kept=
            for each in $groups; do [ "$each" = "$group" ] || kept="$kept $each"; done
            groups=$kept ;;
          *) kill -s "$verb" -- "-$group" ;;
          esac
        done
        for each in $groups; do kill -s TERM -- "-$each"; done
        [ -z "$groups" ] || sleep 1
        for each in $groups; do kill -s KILL -- "-$each"; done
        rm -rf -- "$1"
        """;

    private final ShellProgram program;
    private final Path directory;
    private final Set<Long> groups = new LinkedHashSet<>();
    private Process process;
    private boolean closed;

    Guardian(ShellProgram program, Path directory) throws IOException {
        this.program = program;
        this.directory = directory;
        process = start();
    }

    private Process start() throws IOException {
        List<String> command = program.command("-c", SCRIPT, "sluice-guardian", directory.toString());
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Puts a process group under guard. */
    synchronized void add(long group) throws IOException {
        groups.add(group);
        tell("add " + group);
    }

    /** Forgets a process group that has ended. */
    synchronized void drop(long group) throws IOException {
        if (groups.remove(group)) {
            tell("drop " + group);
        }
    }

    /** Sends a signal to each process of a group. */
    synchronized void signal(String signal, long group) throws IOException {
        tell(signal + " " + group);
    }

    private void tell(String line) throws IOException {
        if (closed) {
            return;
        }
        try {
            write(line);
        } catch (IOException e) {
            process.destroyForcibly();
            process = start();
            for (long group : groups) {
                write("add " + group);
            }
            write(line);
        }
    }

    private void write(String line) throws IOException {
        OutputStream out = process.getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /** Ends all groups, removes the directory of the crew, and waits for both. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            closed = true;
            process.getOutputStream().close();
        }
        boolean interrupted = Thread.interrupted();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
