package dev.sluice.net.page;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/** Makes answers. All have the headers that keep other sites out, and nothing of a request is in any header. */
final class PageReply {
    private static final String POLICY =
            "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

    private PageReply() {}

    static FullHttpResponse file(PageFile file) {
        return of(HttpResponseStatus.OK, file);
    }

    static FullHttpResponse refusal(PageRefusal refusal) {
        FullHttpResponse response = of(refusal.status(), refusal.text());
        if (refusal == PageRefusal.METHOD) {
            response.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
        }
        return response;
    }

    /** Answers what a browser asks for by itself, and the page does not have. */
    static FullHttpResponse nothing() {
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT, Unpooled.EMPTY_BUFFER);
        protect(response.headers());
        return response;
    }

    /**
     * Sets the cookie, and leads to the page without the token in its address.
     *
     * @param bySite whether a link of another site led here: a browser sends no strict cookie after a redirect then, so
     *     that a page of this site has to lead on
     */
    static FullHttpResponse exchange(String cookie, boolean bySite) {
        String text = bySite
                ? "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=/\"><title>Sluice</title>\n"
                : "";
        FullHttpResponse response = of(
                bySite ? HttpResponseStatus.OK : HttpResponseStatus.SEE_OTHER,
                new PageFile("text/html; charset=utf-8", text.getBytes(StandardCharsets.UTF_8)));
        response.headers().set(HttpHeaderNames.SET_COOKIE, cookie);
        if (!bySite) {
            response.headers().set(HttpHeaderNames.LOCATION, "/");
        }
        return response;
    }

    /** The head of a stream of events. */
    static HttpResponse events() {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream")
                .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        protect(response.headers());
        return response;
    }

    private static FullHttpResponse of(HttpResponseStatus status, PageFile content) {
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(content.bytes()));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, content.type())
                .set(HttpHeaderNames.CONTENT_LENGTH, content.bytes().length);
        protect(response.headers());
        return response;
    }

    private static void protect(HttpHeaders headers) {
        headers.set("content-security-policy", POLICY)
                .set("x-content-type-options", "nosniff")
                .set("referrer-policy", "no-referrer")
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .set("cross-origin-resource-policy", "same-origin")
                .set("cross-origin-opener-policy", "same-origin");
    }
}
