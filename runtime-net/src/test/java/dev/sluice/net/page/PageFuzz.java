package dev.sluice.net.page;

import dev.sluice.testing.FuzzTarget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The size of the reads, and the requests of a reader of the live page. Every answer begins like one of HTTP, and
 * nobody sees the page without the token.
 */
public final class PageFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(PageFuzz::read);

    /** The pieces of an input, each of which costs the channel of the test some kilobytes. */
    private static final int MOST_PIECES = 256;

    private static final PageGate GATE = new PageGate(List.of("localhost"), false, PageToken.create());
    private static final int PORT = 80;

    private PageFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        String head = " HTTP/1.1\r\nHost: localhost\r\n";
        String cookie = "Cookie: sluice-80=" + "a".repeat(43) + "\r\n";
        return List.of(
                bytes("GET /?token=abc" + head + "\r\n"),
                bytes("GET /data.json" + head + "Authorization: Bearer abc\r\n\r\n"),
                bytes("GET /events" + head + cookie + "\r\nGET / HTTP/1.0\r\n\r\n"),
                bytes("POST /" + head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
                bytes("HEAD /page.css" + head + "Content-Length: 3\r\n\r\nabc"));
    }

    private static byte[] bytes(String text) {
        return ("\0" + text).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void read(byte[] input) {
        if (input.length < 1) {
            return;
        }
        int piece = input[0] == 0 ? input.length : Math.max(input[0] & 0xFF, input.length / MOST_PIECES);
        EmbeddedChannel channel = new Bound();
        EventStreams streams = new EventStreams(new ScriptedSource(), PageLimits.STANDARD, channel.eventLoop());
        PageServer.begin(channel, null, new PageServer.Desk(GATE, new ScriptedSource(), PageLimits.STANDARD, streams));
        Judge judge = new Judge();
        channel.pipeline().addBefore("page", "judge", judge);
        channel.pipeline().fireChannelActive();
        for (int from = 1; from < input.length && channel.isOpen(); from += piece) {
            channel.writeInbound(Unpooled.wrappedBuffer(input, from, Math.min(piece, input.length - from)));
        }
        channel.checkException();
        checkAnswer(channel);
        channel.finishAndReleaseAll();
        if (judge.failure != null) {
            throw new AssertionError(judge.failure);
        }
    }

    private static void checkAnswer(EmbeddedChannel channel) {
        ByteBuf answer = channel.readOutbound();
        if (answer != null) {
            String text = answer.toString(StandardCharsets.ISO_8859_1);
            answer.release();
            if (!text.startsWith("HTTP/1.1 ") || text.startsWith("HTTP/1.1 2")) {
                throw new AssertionError("answers: " + text.lines().findFirst().orElse(""));
            }
        }
    }

    /** Decides about each request before the page does, which closes the connection after an exception. */
    private static final class Judge extends ChannelInboundHandlerAdapter {
        private Throwable failure;

        @Override
        public void channelRead(ChannelHandlerContext context, Object part) {
            if (part instanceof HttpRequest request && failure == null) {
                try {
                    Throwable malformed = request.decoderResult().cause();
                    PageRefusal refusal =
                            malformed == null ? GATE.check(request, PORT).refusal() : PageRefusal.of(malformed);
                    if (refusal != null) {
                        PageReply.refusal(refusal).release();
                    }
                } catch (RuntimeException | Error thrown) {
                    failure = thrown;
                }
            }
            context.fireChannelRead(part);
        }
    }

    /** A channel with an address. */
    private static final class Bound extends EmbeddedChannel {
        @Override
        protected SocketAddress localAddress0() {
            return isActive() ? new InetSocketAddress("127.0.0.1", PORT) : null;
        }
    }
}
