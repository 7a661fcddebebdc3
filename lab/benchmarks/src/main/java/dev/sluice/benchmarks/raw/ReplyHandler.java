package dev.sluice.benchmarks.raw;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** A worker's end when units are exchanged: sends back what it receives. */
final class ReplyHandler extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf request = (ByteBuf) message;
        int units = request.readInt();
        int body = 4 + 8 * units;
        ByteBuf reply = context.alloc().directBuffer(4 + body).writeInt(body).writeInt(units);
        for (int i = 0; i < units; i++) {
            reply.writeLong(request.readLong());
        }
        request.release();
        context.write(reply, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }
}
