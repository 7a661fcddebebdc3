package dev.sluice.cli.runs;

import dev.sluice.json.JsonTree;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The page that the master of a running run serves, for commands of its user. Any thread. */
final class RunPage {
    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 4_096;
    private static final String TOKEN = "token=";

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    /**
     * The address of a page, with its token.
     *
     * @param base without the token
     */
    record Address(URI base, String token, String shown) {}

    /**
     * The address in the private directory of a run; empty if the run has no page.
     *
     * @throws IOException if it cannot be read, or is no address
     */
    static Optional<Address> of(Path run) throws IOException {
        Path file = run.resolve("private").resolve("page.url");
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + " is no address");
        }
        String line = Files.readString(file, StandardCharsets.UTF_8).strip();
        try {
            URI address = URI.create(line);
            String query = address.getQuery() == null ? "" : address.getQuery();
            boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (!web || address.getHost() == null || !query.startsWith(TOKEN)) {
                throw new IOException(file + " is no address");
            }
            return Optional.of(new Address(address.resolve("/"), query.substring(TOKEN.length()), line));
        } catch (IllegalArgumentException wrong) {
            throw new IOException(file + " is no address", wrong);
        }
    }

    /** The whole document. */
    JsonTree data(Address address) throws IOException, InterruptedException {
        return document(address, client.send(request(address), HttpResponse.BodyHandlers.ofString()));
    }

    /** The whole document, later. */
    CompletableFuture<JsonTree> dataSoon(Address address) {
        return client.sendAsync(request(address), HttpResponse.BodyHandlers.ofString())
                .thenApply(answer -> {
                    try {
                        return document(address, answer);
                    } catch (IOException refused) {
                        throw new IllegalStateException(refused);
                    }
                });
    }

    /** The document as it is, without its line end. */
    String text(Address address) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request(address), HttpResponse.BodyHandlers.ofString());
        check(address, answer);
        return answer.body().strip();
    }

    private static JsonTree document(Address address, HttpResponse<String> answer) throws IOException {
        check(address, answer);
        return JsonTree.parse(Path.of(address.base().getPath(), "data.json"), answer.body());
    }

    private static void check(Address address, HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != 200) {
            throw new IOException(address.base() + "data.json: status " + answer.statusCode());
        }
    }

    private static HttpRequest request(Address address) {
        return HttpRequest.newBuilder(address.base().resolve("data.json"))
                .timeout(ANSWER)
                .header("Authorization", "Bearer " + address.token())
                .build();
    }
}
