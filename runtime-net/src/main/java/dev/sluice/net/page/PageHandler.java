package dev.sluice.net.page;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Answers the requests of one connection, one after another. Confined to the page's thread. */
final class PageHandler extends SimpleChannelInboundHandler<HttpObject> {
    private final PageServer.Desk desk;
    private @Nullable Future<?> deadline;
    private boolean counted;
    /** True from a request until its answer is sent; a request before that ends the connection. */
    private boolean answering;

    PageHandler(PageServer.Desk desk) {
        this.desk = desk;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        counted = desk.enter();
        if (counted) {
            await(context, desk.limits().requestMillis());
        } else {
            context.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        cancelDeadline();
        if (counted) {
            desk.leave();
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (!(part instanceof HttpRequest request)) {
            return; // the end of a request, or a body that is refused
        }
        if (answering) {
            context.close();
            return;
        }
        answering = true;
        cancelDeadline();
        Throwable malformed = request.decoderResult().cause();
        if (malformed != null) {
            refuse(context, PageRefusal.of(malformed));
        } else {
            answer(context, request);
        }
    }

    private void answer(ChannelHandlerContext context, HttpRequest request) {
        int port = ((InetSocketAddress) context.channel().localAddress()).getPort();
        PageGate.Answer checked = desk.gate().check(request, port);
        boolean stays = HttpUtil.isKeepAlive(request);
        if (checked.refusal() != null) {
            refuse(context, checked.refusal());
        } else if (checked.exchange()) {
            String site = request.headers().get("sec-fetch-site", "none");
            boolean bySite = !site.equals("none") && !site.equals("same-origin");
            send(context, PageReply.exchange(desk.gate().cookie(port), bySite), stays);
        } else if (checked.path().equals("/events")) {
            stream(context, request);
        } else {
            content(context, checked.path(), stays);
        }
    }

    private void content(ChannelHandlerContext context, String path, boolean stays) {
        PageFile file = desk.source().file(path);
        if (file != null) {
            send(context, PageReply.file(file), stays);
            return;
        }
        if (path.equals("/favicon.ico")) {
            send(context, PageReply.nothing(), stays);
            return;
        }
        if (!desk.beginDocument()) {
            refuse(context, PageRefusal.BUSY);
            return;
        }
        CompletableFuture<PageFile> document = document(context, path);
        if (document == null) {
            desk.endDocument();
            refuse(context, PageRefusal.NOT_FOUND);
            return;
        }
        document.orTimeout(desk.limits().answerMillis(), MILLISECONDS)
                .whenCompleteAsync(
                        (content, failure) -> {
                            FullHttpResponse reply =
                                    content == null ? PageReply.refusal(PageRefusal.FAILED) : PageReply.file(content);
                            send(context, reply, stays).addListener(sent -> desk.endDocument());
                        },
                        context.executor());
    }

    private @Nullable CompletableFuture<PageFile> document(ChannelHandlerContext context, String path) {
        try {
            return desk.source().document(path, context.executor());
        } catch (RuntimeException | Error failed) {
            return CompletableFuture.failedFuture(failed);
        }
    }

    private void stream(ChannelHandlerContext context, HttpRequest request) {
        if (request.method().equals(HttpMethod.HEAD)
                || request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            context.writeAndFlush(PageReply.events()).addListener(ChannelFutureListener.CLOSE);
        } else if (!desk.streams().hasRoom()) {
            refuse(context, PageRefusal.BUSY);
        } else {
            context.writeAndFlush(PageReply.events(), context.voidPromise());
            desk.streams().add(context.channel());
        }
    }

    private void refuse(ChannelHandlerContext context, PageRefusal refusal) {
        boolean harmless = refusal == PageRefusal.NOT_FOUND || refusal == PageRefusal.BUSY;
        send(context, PageReply.refusal(refusal), harmless);
    }

    private Future<?> send(ChannelHandlerContext context, FullHttpResponse reply, boolean stays) {
        reply.headers().set(HttpHeaderNames.CONNECTION, stays ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
        await(context, desk.limits().answerMillis());
        return context.writeAndFlush(reply).addListener(sent -> {
            if (stays && sent.isSuccess()) {
                answering = false;
                await(context, desk.limits().requestMillis());
            } else {
                context.close();
            }
        });
    }

    /** Ends the connection if nothing else happens in this time. */
    private void await(ChannelHandlerContext context, long millis) {
        cancelDeadline();
        deadline = context.executor().schedule(() -> context.close(), millis, MILLISECONDS);
    }

    private void cancelDeadline() {
        Future<?> waiting = deadline;
        if (waiting != null) {
            waiting.cancel(false);
            deadline = null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close(); // a reader that went away, or what is no TLS; neither concerns the run
    }
}
