package dev.sluice.net.child;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * The two pipes between a child and its parent.
 *
 * @param in from the other side
 * @param out to the other side
 */
public record ChildPipes(DataInputStream in, DataOutputStream out) {
    private static final int BUFFER_BYTES = 64 * 1024;

    /**
     * Called in the child before anything else: reserves its standard input and output for the parent. The application
     * reads an empty standard input, and its output goes to standard error. Signals of the terminal are the parent's
     * business.
     */
    public static ChildPipes claim() throws IOException {
        for (String name : List.of("INT", "TERM", "HUP")) {
            Signal.handle(new Signal(name), SignalHandler.SIG_IGN);
        }
        return over(standardInput(), standardOutput());
    }

    /** In the parent: the pipes of a child. */
    public static ChildPipes of(Process child) {
        return over(child.getInputStream(), child.getOutputStream());
    }

    private static ChildPipes over(InputStream in, OutputStream out) {
        return new ChildPipes(
                new DataInputStream(new BufferedInputStream(in, BUFFER_BYTES)),
                new DataOutputStream(new BufferedOutputStream(out, BUFFER_BYTES)));
    }

    private static InputStream standardInput() throws IOException {
        Path own = Path.of("/proc/self/fd/0");
        InputStream pipe =
                Files.exists(own) ? new FileInputStream(own.toFile()) : new FileInputStream(FileDescriptor.in);
        System.setIn(InputStream.nullInputStream());
        return pipe;
    }

    /** Standard output under a new descriptor, because any code may print to the usual one. */
    private static OutputStream standardOutput() throws IOException {
        Path own = Path.of("/proc/self/fd/1");
        OutputStream pipe;
        if (Files.exists(own)) {
            pipe = new FileOutputStream(own.toFile());
            new FileOutputStream(FileDescriptor.out).close(); // which makes it /dev/null
        } else {
            pipe = new FileOutputStream(FileDescriptor.out);
        }
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        return pipe;
    }
}
