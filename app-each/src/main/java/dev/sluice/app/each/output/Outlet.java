package dev.sluice.app.each.output;

import dev.sluice.app.each.job.NoRoomException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Standard output or standard error; tells a reader that has gone from a disk that is full. Confined to one thread. */
final class Outlet extends OutputStream {
    private final OutputStream out;
    private final String name;
    /** A link that names what the stream leads to; empty if unknown. */
    private final Optional<Path> link;

    private Outlet(OutputStream out, String name, Optional<Path> link) {
        this.out = out;
        this.name = name;
        this.link = link;
    }

    /** Writes to any stream; recognises by the message that its reader has gone. */
    static Outlet to(OutputStream out, String name) {
        return out instanceof Outlet known ? known : new Outlet(out, name, Optional.empty());
    }

    /** Standard output of this process. */
    static Outlet ofOutput() {
        return new Outlet(
                new FileOutputStream(FileDescriptor.out), "standard output", Optional.of(Path.of("/proc/self/fd/1")));
    }

    /** Standard error of this process. */
    static Outlet ofError() {
        return new Outlet(
                new FileOutputStream(FileDescriptor.err), "standard error", Optional.of(Path.of("/proc/self/fd/2")));
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw explained(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw explained(e);
        }
    }

    private IOException explained(IOException e) {
        return String.valueOf(e.getMessage()).contains("Broken pipe") || isPipe()
                ? new ClosedOutputException(e)
                : new NoRoomException(name, e, "a file or terminal that can be written");
    }

    /** Tells it without the message, whose language depends on the locale. */
    private boolean isPipe() {
        try {
            String target =
                    link.isEmpty() ? "" : Files.readSymbolicLink(link.get()).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
