package dev.sluice.app.foreign.child;

import dev.sluice.api.language.SearchPath;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The private directory of this process's children, and a guard: a shell that kills process groups on request. When
 * this process ends in any way, the guard kills the groups that are left and deletes the directory. Any thread.
 */
public final class ChildHome implements AutoCloseable {
    /** Reads lines: {@code + GROUP} exists, {@code - GROUP} is gone, {@code ! GROUP} is to be killed. */
    private static final String GUARD = """
        trap '' HUP INT QUIT TERM
        g=' '
        while read -r o p; do
          case $o in
            +) g="$g$p " ;;
            -) case $g in *" $p "*) g="${g%%" $p "*} ${g#*" $p "}" ;; esac ;;
            !) kill -KILL "-$p" || kill -KILL "$p" ;;
          esac
        done
        if [ "$g" != ' ' ]; then
          sleep 1
          for p in $g; do kill -KILL "-$p" || kill -KILL "$p"; done
        fi
        rm -rf "$1"
        """;

    /** A path of a socket has at most 107 bytes on Linux and 103 on macOS. */
    private static final int LONGEST_DIRECTORY = 80;

    private final Path directory;
    private final List<String> ownGroup;
    private final @Nullable Process guard;
    private int sockets;
    private boolean closed;

    private ChildHome(Path directory, List<String> ownGroup, @Nullable Process guard) {
        this.directory = directory;
        this.ownGroup = ownGroup;
        this.guard = guard;
    }

    /** Makes the directory and starts the guard. */
    public static ChildHome open() throws IOException {
        Path directory = newDirectory();
        List<String> ownGroup = SearchPath.find("setsid").map(List::of).orElse(List.of());
        return new ChildHome(directory, ownGroup, guard(directory, ownGroup));
    }

    /** Makes a private directory for temporary files, where the paths of sockets are short enough. */
    private static Path newDirectory() throws IOException {
        Path usual = Files.createTempDirectory("sluice-child-").toAbsolutePath();
        Path other = Path.of("/tmp");
        if (usual.toString().length() <= LONGEST_DIRECTORY || !Files.isWritable(other)) {
            return usual;
        }
        Files.delete(usual);
        return Files.createTempDirectory(other, "sluice-child-");
    }

    private static @Nullable Process guard(Path directory, List<String> ownGroup) {
        List<String> command = new ArrayList<>(ownGroup);
        command.addAll(List.of("sh", "-c", GUARD, "sluice-guard", directory.toString()));
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return null; // without a shell, groups are killed process by process
        }
    }

    /** The private directory. */
    public Path directory() {
        return directory;
    }

    /** A path for a new socket. */
    synchronized Path socket() {
        return directory.resolve("c" + sockets++);
    }

    /** The command that puts another one into a process group of its own; empty where there is none. */
    List<String> ownGroup() {
        return ownGroup;
    }

    /** Records a new child, which leads a group. */
    void born(Process child) {
        tell("+ " + child.pid());
    }

    /** Kills what is left of a child's group, and the child. What it has printed stays in its pipes. */
    void kill(Process child) {
        child.descendants().forEach(ProcessHandle::destroyForcibly);
        child.toHandle().destroyForcibly(); // Process.destroyForcibly closes the pipes, read or not
        if (!ownGroup.isEmpty()) {
            tell("! " + child.pid());
        }
    }

    /** Records that a child is gone; the rest of its group is killed. */
    void gone(Process child) {
        kill(child);
        tell("- " + child.pid());
    }

    private synchronized void tell(String line) {
        if (guard == null || closed) {
            return;
        }
        try {
            OutputStream to = guard.getOutputStream();
            to.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            to.flush();
        } catch (IOException e) {
            // somebody killed the guard: the processes themselves are killed by their handles
        }
    }

    /** Kills the groups that are left and deletes the directory. */
    @Override
    public synchronized void close() {
        closed = true;
        if (guard == null) {
            return;
        }
        try {
            guard.getOutputStream().close();
        } catch (IOException e) {
            // the guard is gone
        }
    }
}
