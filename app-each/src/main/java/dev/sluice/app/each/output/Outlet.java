package dev.sluice.app.each.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Standard output or standard error; tells a reader that has gone from a disk that is full. Confined to one thread. */
final class Outlet extends OutputStream {
    private final OutputStream out;
    private final String name;
    private final Path descriptor;

    /** @param number of the file descriptor: 1 or 2 */
    Outlet(OutputStream out, int number) {
        this.out = out;
        this.name = number == 1 ? "standard output" : "standard error";
        this.descriptor = Path.of("/proc/self/fd/" + number);
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
                : new IOException(name + " cannot be written: " + e.getMessage(), e);
    }

    /** Tells it without the message, whose language depends on the locale. */
    private boolean isPipe() {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
