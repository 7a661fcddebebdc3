package dev.sluice.net.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/** One connection to a page, byte by byte. */
final class PageClient implements AutoCloseable {
    final Socket socket = new Socket();
    private final PageServer server;
    private final BufferedReader reader;

    PageClient(PageServer server) throws IOException {
        this(server, 0);
    }

    /** @param receiveBytes of the socket's buffer; 0 for the usual */
    PageClient(PageServer server, int receiveBytes) throws IOException {
        this.server = server;
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.connect(new InetSocketAddress("127.0.0.1", server.address().getPort()));
        socket.setSoTimeout(60_000);
        reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1), 256);
    }

    static String token(PageServer server) {
        return URI.create(server.url()).getQuery().substring("token=".length());
    }

    /** The value of a header {@code Cookie} with which everything may be read. */
    static String cookie(PageServer server) throws IOException {
        try (PageClient client = new PageClient(server)) {
            String head = client.get("/?token=" + token(server), "").head();
            return head.replaceFirst("(?s).*set-cookie: ([^;]*);.*", "$1");
        }
    }

    /** An answer; {@code head} has lines with names in lower case. */
    record Reply(String head, String body) {
        int status() {
            return Integer.parseInt(head.substring(9, 12));
        }
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
    }

    String host() {
        return "127.0.0.1:" + server.address().getPort();
    }

    /** @param headers further lines, each ended by CR LF */
    Reply get(String uri, String headers) throws IOException {
        return ask("GET " + uri + " HTTP/1.1\r\nHost: " + host() + "\r\n" + headers + "\r\n");
    }

    Reply ask(String request) throws IOException {
        send(request);
        return reply(!request.startsWith("HEAD"));
    }

    Reply reply(boolean hasBody) throws IOException {
        StringBuilder head = new StringBuilder();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.startsWith("HTTP/") ? -1 : line.indexOf(':');
            head.append(
                    colon < 0
                            ? line
                            : line.substring(0, colon).toLowerCase(java.util.Locale.ROOT) + line.substring(colon));
            head.append('\n');
        }
        String length = head.toString().contains("content-length: ")
                ? head.toString().replaceFirst("(?s).*content-length: (\\d+).*", "$1")
                : "0";
        char[] body = new char[hasBody ? Integer.parseInt(length) : 0];
        for (int at = 0; at < body.length; ) {
            int read = reader.read(body, at, body.length - at);
            if (read < 0) {
                throw new IOException("the answer ends early");
            }
            at += read;
        }
        return new Reply(head.toString(), new String(body));
    }

    /** The next line; fails at the end. */
    String line() throws IOException {
        String line = reader.readLine();
        if (line == null) {
            throw new IOException("the connection has ended");
        }
        return line;
    }

    /** Opens the stream of events. */
    void open(String cookie) throws IOException {
        send("GET /events HTTP/1.1\r\nHost: " + host() + "\r\nCookie: " + cookie + "\r\n\r\n");
        Reply reply = reply(false);
        if (reply.status() != 200) {
            throw new IOException(reply.head());
        }
    }

    /** Name and data of the next event. */
    String event() throws IOException {
        String line = line();
        while (!line.startsWith("event: ")) {
            line = line();
        }
        return line.substring("event: ".length()) + " "
                + line().substring("data: ".length()).strip();
    }

    /** Reads what comes until the server closes the connection. */
    String rest() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = reader.read(); next >= 0; next = reader.read()) {
            text.append((char) next);
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
