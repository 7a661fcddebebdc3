package dev.sluice.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.cli.page.PageFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** Serves the live page with events that a test makes. */
final class SamplePageServer implements AutoCloseable {
    private static final String END = "";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile String whole = "{}";

    SamplePageServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** The paths that were asked for. */
    List<String> asked() {
        return asked;
    }

    /** Sends an event to the page. */
    void event(String name, String json) {
        events.add("event: " + name + "\ndata: " + json + "\n\n");
    }

    /** Sets the answer to {@code /data.json}. */
    void whole(String json) {
        whole = json;
    }

    /** Ends the open stream of events. */
    void cut() {
        events.add(END);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath().substring(1);
        asked.add(path);
        exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'self'");
        if (path.equals("events")) {
            stream(exchange);
        } else if (path.equals("data.json")) {
            send(exchange, "application/json", whole.getBytes(StandardCharsets.UTF_8));
        } else {
            PageFiles.PageResource file = PageFiles.of(path.isEmpty() ? PageFiles.INDEX : path);
            if (file == null) {
                exchange.sendResponseHeaders(404, -1);
                exchange.close();
            } else {
                send(exchange, file.contentType(), file.bytes());
            }
        }
    }

    private void stream(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(": open\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            for (String event = events.take(); !event.equals(END); event = events.take()) {
                out.write(event.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, String type, byte[] bytes) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
