package dev.sluice.benchmarks.raw;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** A worker's end when messages are streamed: for each request one message in parts, as the channel takes them. */
final class StreamHandler extends ChannelInboundHandlerAdapter {
    private final RawOptions options;
    private final byte[] message;
    private int messagesAsked;
    private int offset;

    StreamHandler(RawOptions options) {
        this.options = options;
        message = new byte[options.messageBytes];
        for (int i = 0; i < message.length; i++) {
            message[i] = (byte) i;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object received) {
        ((ByteBuf) received).release();
        messagesAsked++;
        send(context);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        send(context);
    }

    private void send(ChannelHandlerContext context) {
        while (messagesAsked > 0 && context.channel().isWritable()) {
            int bytes = Math.min(options.partBytes, message.length - offset);
            ByteBuf part = context.alloc().directBuffer(4 + bytes).writeInt(bytes);
            context.writeAndFlush(part.writeBytes(message, offset, bytes), context.voidPromise());
            offset += bytes;
            if (offset == message.length) {
                offset = 0;
                messagesAsked--;
            }
        }
    }
}
