package dev.sluice.net.page;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.nio.charset.StandardCharsets;

/** Reasons for not answering a request. The sentences are constant: they repeat nothing of the request. */
enum PageRefusal {
    MALFORMED(HttpResponseStatus.BAD_REQUEST, "This is no HTTP request that the page understands."),
    BODY(HttpResponseStatus.BAD_REQUEST, "The page takes no data (expected: a request without a body)."),
    NO_TOKEN(
            HttpResponseStatus.FORBIDDEN,
            "This page needs its token: open the URL that the run printed; it is also in private/page.url of the run's"
                    + " directory."),
    WRONG_TOKEN(
            HttpResponseStatus.FORBIDDEN,
            "The token is not that of this run: open the URL that this run printed; each run has its own."),
    WRONG_HOST(
            HttpResponseStatus.FORBIDDEN,
            "The page was asked for under another name or port (expected: the one in the URL that the run printed;"
                    + " through ssh, forward the same port: ssh -L PORT:127.0.0.1:PORT HOST)."),
    OTHER_ORIGIN(HttpResponseStatus.FORBIDDEN, "A page of another site may not read this one."),
    NOT_FOUND(HttpResponseStatus.NOT_FOUND, "There is nothing at this path."),
    METHOD(HttpResponseStatus.METHOD_NOT_ALLOWED, "The page can only be read (expected: GET or HEAD)."),
    LINE_TOO_LONG(HttpResponseStatus.REQUEST_URI_TOO_LONG, "The request line is too long (expected: at most 8 KiB)."),
    HEADERS_TOO_LARGE(
            HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers are too large (expected: at most 8 KiB)."),
    FAILED(HttpResponseStatus.INTERNAL_SERVER_ERROR, "The state of the run could not be read."),
    BUSY(HttpResponseStatus.SERVICE_UNAVAILABLE, "Too many readers at once: try again later.");

    private final HttpResponseStatus status;
    private final String sentence;

    PageRefusal(HttpResponseStatus status, String sentence) {
        this.status = status;
        this.sentence = sentence;
    }

    /** The refusal of a request that could not be parsed. */
    static PageRefusal of(Throwable malformed) {
        if (malformed instanceof TooLongHttpLineException) {
            return LINE_TOO_LONG;
        }
        return malformed instanceof TooLongHttpHeaderException ? HEADERS_TOO_LARGE : MALFORMED;
    }

    HttpResponseStatus status() {
        return status;
    }

    PageFile text() {
        return new PageFile(
                "text/plain; charset=utf-8", ("Sluice: " + sentence + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
