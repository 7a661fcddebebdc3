package dev.sluice.app.foreign.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connected Unix socket in blocking mode. */
public final class SocketStream implements ChildStream {
    private final SocketChannel channel;

    public SocketStream(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            channel.write(from);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
