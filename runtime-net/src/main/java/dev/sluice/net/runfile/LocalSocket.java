package dev.sluice.net.runfile;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.sluice.net.rules.Text;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Unix domain socket on which a master serves the peers of its own machine.
 *
 * @param path of the socket, absolute
 * @param machine {@link ThisHost#machine} of the master: a file of this path may exist on other machines
 */
public record LocalSocket(Path path, String machine) {
    /** The longest path that the system takes for a socket [bytes]; its buffer of 108 ends with a zero. */
    public static final int MOST_PATH_BYTES = 107;

    public LocalSocket {
        if (!path.isAbsolute() || path.getParent() == null || !fits(path)) {
            throw new IllegalArgumentException(
                    "socket: (expected: an absolute path of at most " + MOST_PATH_BYTES + " printable bytes)");
        }
    }

    /** A socket of this machine. */
    public static LocalSocket here(Path path) {
        return new LocalSocket(path.toAbsolutePath(), ThisHost.machine());
    }

    /**
     * The socket of a run file or a message; null if this process cannot have such a path, because of its locale.
     *
     * @throws IllegalArgumentException if no process can
     */
    public static @Nullable LocalSocket of(String path, String machine) {
        try {
            return new LocalSocket(Path.of(path), machine);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Tells whether a socket can have this path, which is shown in messages. */
    public static boolean fits(Path path) {
        String text = path.toAbsolutePath().toString();
        return text.getBytes(StandardCharsets.UTF_8).length <= MOST_PATH_BYTES
                && text.equals(Text.printable(text, MOST_PATH_BYTES));
    }

    /** Tells whether this process can connect to it: same machine, same network, and a socket of the same user. */
    public boolean usable() {
        try {
            return machine.equals(ThisHost.machine())
                    && Files.getAttribute(path, "unix:uid", NOFOLLOW_LINKS).equals(ThisHost.user());
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** The directory of the socket. */
    public Path directory() {
        return Objects.requireNonNull(path.getParent());
    }

    public UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(path);
    }
}
