package dev.sluice.app.foreign.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.spi.AbstractInterruptibleChannel;

/**
 * Standard input and output of a child. A blocked pipe does not notice an interrupt; the child is therefore killed,
 * which ends the pipe.
 */
public final class PipeStream extends AbstractInterruptibleChannel implements ChildStream {
    private static final int BYTES_AT_ONCE = 65_536;

    private final InputStream in;
    private final OutputStream out;
    private final Runnable kill;
    private final byte[] bytes = new byte[BYTES_AT_ONCE];

    /**
     * Takes over both pipes.
     *
     * @param kill ends the child; any thread
     */
    public PipeStream(InputStream in, OutputStream out, Runnable kill) {
        this.in = in;
        this.out = out;
        this.kill = kill;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int count = -1;
        begin();
        try {
            count = in.read(bytes, 0, Math.min(bytes.length, into.remaining()));
        } finally {
            end(count > 0);
        }
        if (count > 0) {
            into.put(bytes, 0, count);
        }
        return count;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            int count = Math.min(bytes.length, from.remaining());
            from.get(bytes, 0, count);
            boolean written = false;
            begin();
            try {
                out.write(bytes, 0, count);
                out.flush();
                written = true;
            } finally {
                end(written);
            }
        }
    }

    @Override
    protected void implCloseChannel() throws IOException {
        kill.run();
        out.close();
    }
}
