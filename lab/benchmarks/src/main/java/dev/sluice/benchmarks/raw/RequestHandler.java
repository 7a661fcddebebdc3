package dev.sluice.benchmarks.raw;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.util.function.Consumer;

/**
 * The master's end of one connection: keeps requests outstanding and receives the replies. Requests sent in answer to
 * one read are flushed once, when that read is complete.
 */
final class RequestHandler extends ChannelInboundHandlerAdapter {
    private final UnitWindow window;
    private final RawOptions options;
    private final int unitsPerFrame;
    private final EventLoop owner;
    private final Consumer<Channel> connected;
    private int partsReceived;
    private long sum;

    RequestHandler(
            UnitWindow window, RawOptions options, int unitsPerFrame, EventLoop owner, Consumer<Channel> connected) {
        this.window = window;
        this.options = options;
        this.unitsPerFrame = unitsPerFrame;
        this.owner = owner;
        this.connected = connected;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        connected.accept(context.channel());
    }

    /** Sends the first {@code frames} requests of a cycle. Called on the owner loop. */
    void fill(Channel channel, int frames) {
        for (int i = 0; i < frames; i++) {
            request(channel);
        }
        channel.flush();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf frame = (ByteBuf) message;
        Channel channel = context.channel();
        if (!options.streaming()) {
            window.finished(readUnits(frame));
            request(channel);
        } else if (++partsReceived % options.partsOfMessage() == 0) {
            onOwner(() -> {
                window.finished(1);
                request(channel);
                channel.flush();
            });
        }
        frame.release();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }

    /** The sum of all units received, which prevents the compiler from removing the reads. */
    long sum() {
        return sum;
    }

    private int readUnits(ByteBuf frame) {
        int units = frame.readInt();
        for (int i = 0; i < units; i++) {
            sum += frame.readLong();
        }
        return units;
    }

    private void request(Channel channel) {
        int units = window.take(unitsPerFrame);
        if (units == 0) {
            return;
        }
        long unit = window.nextUnit() - units;
        int body = 4 + 8 * units;
        ByteBuf frame = channel.alloc().directBuffer(4 + body).writeInt(body).writeInt(units);
        for (int i = 0; i < units; i++) {
            frame.writeLong(unit + i);
        }
        channel.write(frame, channel.voidPromise());
    }

    private void onOwner(Runnable task) {
        if (owner.inEventLoop()) {
            task.run();
        } else {
            owner.execute(task);
        }
    }
}
