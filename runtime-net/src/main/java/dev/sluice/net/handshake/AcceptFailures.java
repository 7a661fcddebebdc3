package dev.sluice.net.handshake;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.SystemRefusal;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Handles that a listening socket cannot take a connection, mostly because the process has too many open files: says so
 * and pauses. Connections that are open go on. Confined to the channel's thread.
 */
public final class AcceptFailures extends ChannelInboundHandlerAdapter {
    private static final long PAUSE_MILLIS = 1_000;

    private final ListeningEndpoint endpoint;

    public AcceptFailures(ListeningEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ErrorCode code = SystemRefusal.of(cause).orElse(ErrorCode.CONNECTION_LOST);
        endpoint.offenceLog()
                .note(
                        code,
                        "listening socket",
                        "no connection can be taken for a while: " + cause.getMessage() + " (" + code.remedy() + ")");
        if (ctx.channel().config().isAutoRead()) {
            ctx.channel().config().setAutoRead(false);
            ctx.executor().schedule(() -> ctx.channel().config().setAutoRead(true), PAUSE_MILLIS, MILLISECONDS);
        }
    }
}
