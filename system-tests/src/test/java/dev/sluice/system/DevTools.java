package dev.sluice.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A client of Chromium's DevTools protocol: commands with answers, and a queue of events. */
final class DevTools implements WebSocket.Listener, AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long TIMEOUT_SECONDS = 60;

    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final Queue<JsonNode> events = new ConcurrentLinkedQueue<>();
    private final StringBuilder message = new StringBuilder();
    private WebSocket socket;

    static DevTools connect(URI address) throws Exception {
        DevTools tools = new DevTools();
        tools.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, tools)
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        return tools;
    }

    /** Returns an empty object, for the parameters of a command. */
    static ObjectNode parameters() {
        return MAPPER.createObjectNode();
    }

    /** Sends a command, to the browser if the session is empty, and returns its result. */
    JsonNode send(String session, String method, ObjectNode parameters) throws Exception {
        int id = ids.incrementAndGet();
        ObjectNode command = MAPPER.createObjectNode().put("id", id).put("method", method);
        command.set("params", parameters);
        if (!session.isEmpty()) {
            command.put("sessionId", session);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(command.toString(), true).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        JsonNode said = answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (said.has("error")) {
            throw new IOException(method + ": " + said.get("error"));
        }
        return said.path("result");
    }

    /** All events so far, in their order. */
    Queue<JsonNode> events() {
        return events;
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        message.append(data);
        if (last) {
            take(message.toString());
            message.setLength(0);
        }
        webSocket.request(1);
        return CompletableFuture.completedFuture(null);
    }

    private void take(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node.has("id")) {
                answers.remove(node.get("id").asInt()).complete(node);
            } else {
                events.add(node);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int status, String reason) {
        failAll(new IOException("Chromium closed the connection: " + reason));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        failAll(error);
    }

    private void failAll(Throwable error) {
        answers.values().forEach(answer -> answer.completeExceptionally(error));
    }

    @Override
    public void close() {
        socket.abort();
    }
}
