package dev.sluice.benchmarks.page;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** An open page that reads its events and does nothing with them. Owns a thread. */
final class PageReader implements AutoCloseable {
    private final Socket socket;
    private final AtomicLong bytes = new AtomicLong();

    /** Opens the page of a URL with a token. */
    PageReader(String url) throws IOException {
        URI page = URI.create(url);
        String cookie = cookie(page);
        socket = new Socket(page.getHost(), page.getPort());
        ask(socket, page, "/events", "Cookie: " + cookie + "\r\n");
        Thread reader = new Thread(this::read, "page-reader");
        reader.setDaemon(true);
        reader.start();
    }

    private static String cookie(URI page) throws IOException {
        try (Socket first = new Socket(page.getHost(), page.getPort())) {
            ask(first, page, page.getPath() + "?" + page.getQuery(), "Connection: close\r\n");
            String answer = new String(first.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return answer.replaceFirst("(?s).*set-cookie: ([^;]*);.*", "$1");
        }
    }

    private static void ask(Socket socket, URI page, String path, String headers) throws IOException {
        String host = page.getHost() + ":" + page.getPort();
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
    }

    private void read() {
        byte[] buffer = new byte[64 << 10];
        try (InputStream in = socket.getInputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes.addAndGet(read);
            }
        } catch (IOException closed) {
            // the benchmark is over
        }
    }

    long bytes() {
        return bytes.get();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
