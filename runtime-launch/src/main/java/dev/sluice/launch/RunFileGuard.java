package dev.sluice.launch;

import dev.sluice.model.RunId;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Deletes run files when this process ends, however it ends: the secrets do not survive {@code kill -9}. A shell waits
 * for the end of its standard input, which only this process holds open, so the process is surely gone by then. The
 * shell deletes only files of this run, in case another run has written one at the same path, and the run's local
 * socket with them. Used by one thread.
 */
public final class RunFileGuard implements AutoCloseable {
    /** The signals of a terminal reach the shell as well, and must not end it before this process. */
    private static final String SCRIPT = """
            trap '' HUP INT QUIT TERM
            run=$1
            socket=$2
            shift 2
            while read -r line; do :; done
            for file in "$@"; do
                for path in "$file" "$file.new"; do
                    grep -q -s -x -F "run=$run" "$path" && rm -f "$path" "$socket"
                done
            done
            case $socket in
                */sluice-*/sock) [ -e "$socket" ] || rmdir "${socket%/*}" ;; # a directory made for the socket alone
            esac
            """;

    private static final long END_MILLIS = 2_000;

    private final @Nullable Process shell;

    private RunFileGuard(@Nullable Process shell) {
        this.shell = shell;
    }

    /**
     * Guards these files from now on; they need not exist yet. Without a shell they are only deleted in the end.
     *
     * @param socket that the run listens on; null for none
     */
    public static RunFileGuard of(RunId run, @Nullable Path socket, Path... files) {
        String local = socket == null ? "" : socket.toAbsolutePath().toString();
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "sluice-guard", run.text(), local));
        Arrays.stream(files)
                .map(file -> file.toAbsolutePath().toString())
                .distinct()
                .forEach(command::add);
        try {
            return new RunFileGuard(new ProcessBuilder(command)
                    .directory(new File("/"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException none) {
            return new RunFileGuard(null);
        }
    }

    /** Has the shell delete what is left, and waits for its end. */
    @Override
    public void close() {
        close(END_MILLIS);
    }

    /** The same, and waits so long at most. */
    void close(long millis) {
        if (shell == null) {
            return;
        }
        try {
            shell.getOutputStream().close();
            if (!shell.waitFor(millis, TimeUnit.MILLISECONDS)) {
                shell.destroyForcibly();
            }
        } catch (IOException gone) {
            // somebody killed it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
