package dev.sluice.cli.runs;

import dev.sluice.json.JsonTree;
import dev.sluice.model.SluiceException;
import dev.sluice.net.handshake.PinnedTrust;
import dev.sluice.net.runfile.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** The page that the master of a running run serves, for commands of its user. Any thread. */
final class RunPage {
    private static final Duration FIRST_BYTE = Duration.ofSeconds(5);
    private static final long EXCHANGE_MILLIS = 10_000;
    private static final long MOST_ANSWER_BYTES = 64L << 20;
    private static final int MOST_CHARACTERS = 4_096;
    private static final String TOKEN = "token=";

    private final long mostBytes;

    /** One client for each certificate; the empty one stands for none. */
    private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

    RunPage() {
        this(MOST_ANSWER_BYTES);
    }

    /** @param mostBytes of an answer */
    RunPage(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /**
     * The address of a page, with its token.
     *
     * @param base without the token
     * @param certificate SHA-256 of the only certificate to trust; empty without TLS
     */
    record Address(URI base, String token, String shown, String certificate) {}

    /**
     * The address in the private directory of a run; empty if the run has no page.
     *
     * @throws IOException if it cannot be read, or is no address
     * @throws SluiceException RUN_FILE_EXPOSED if others could have written or read it
     */
    static Optional<Address> of(Path run) throws IOException {
        Path file = run.resolve("private").resolve("page.url");
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        String text = PrivateFiles.read(file);
        List<String> lines = text.lines().map(String::strip).toList();
        if (lines.isEmpty() || text.length() > MOST_CHARACTERS) {
            throw new IOException(file + " is no address");
        }
        try {
            return Optional.of(address(lines.get(0), lines.size() > 1 ? lines.get(1) : ""));
        } catch (IllegalArgumentException wrong) {
            throw new IOException(file + " is no address", wrong);
        }
    }

    private static Address address(String line, String hash) {
        URI address = URI.create(line);
        String query = address.getQuery() == null ? "" : address.getQuery();
        boolean tls = "https".equals(address.getScheme());
        boolean web = tls ? hash.matches("[0-9a-f]{64}") : "http".equals(address.getScheme());
        if (!web || address.getHost() == null || !query.startsWith(TOKEN)) {
            throw new IllegalArgumentException("no address of a page");
        }
        return new Address(address.resolve("/"), query.substring(TOKEN.length()), line, tls ? hash : "");
    }

    /** The whole document. */
    JsonTree data(Address address) throws IOException, InterruptedException {
        return document(address, text(address));
    }

    /** The whole document, later. */
    CompletableFuture<JsonTree> dataSoon(Address address) {
        return asked(address).thenApply(text -> document(address, text));
    }

    /** The document as it is, without its line end. */
    String text(Address address) throws IOException, InterruptedException {
        try {
            return asked(address).get();
        } catch (ExecutionException failed) {
            throw cause(failed);
        }
    }

    private static IOException cause(ExecutionException failed) {
        Throwable cause =
                failed.getCause() instanceof UncheckedIOException unchecked ? unchecked.getCause() : failed.getCause();
        return cause instanceof IOException known
                ? known
                : cause instanceof TimeoutException || cause instanceof CancellationException
                        ? new IOException("the answer took too long", cause)
                        : new IOException(String.valueOf(cause), cause);
    }

    /** The document as a tree. */
    static JsonTree document(Address address, String text) {
        return JsonTree.parse(Path.of(address.base().getPath(), "data.json"), text);
    }

    private CompletableFuture<String> asked(Address address) {
        CompletableFuture<HttpResponse<String>> exchange =
                client(address).sendAsync(request(address), head -> new BoundedBody(mostBytes));
        CompletableFuture<String> text = exchange.thenApply(answer -> content(address, answer))
                .orTimeout(EXCHANGE_MILLIS, TimeUnit.MILLISECONDS);
        text.whenComplete((content, failure) -> exchange.cancel(true));
        return text;
    }

    private static String content(Address address, HttpResponse<String> answer) {
        if (answer.statusCode() != 200) {
            throw new UncheckedIOException(
                    new IOException(address.base() + "data.json: status " + answer.statusCode()));
        }
        return answer.body().strip();
    }

    private HttpClient client(Address address) {
        return clients.computeIfAbsent(address.certificate(), RunPage::newClient);
    }

    private static HttpClient newClient(String certificate) {
        HttpClient.Builder client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).proxy(HttpClient.Builder.NO_PROXY);
        return certificate.isEmpty()
                ? client.build()
                : client.sslContext(pinned(certificate)).build();
    }

    private static SSLContext pinned(String certificate) {
        try {
            SSLContext trust = SSLContext.getInstance("TLS");
            trust.init(null, new TrustManager[] {new PinnedTrust(certificate)}, null);
            return trust;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this JDK has no TLS", missing);
        }
    }

    private static HttpRequest request(Address address) {
        return HttpRequest.newBuilder(address.base().resolve("data.json"))
                .timeout(FIRST_BYTE)
                .header("Authorization", "Bearer " + address.token())
                .build();
    }

    /** The body of one answer as text, refused when it becomes too long. Its methods are called one after another. */
    private static final class BoundedBody implements BodySubscriber<String> {
        private final BodySubscriber<String> whole = BodySubscribers.ofString(StandardCharsets.UTF_8);
        private final long most;
        private Flow.@Nullable Subscription parts;
        private long bytes;

        /** @param most bytes */
        BoundedBody(long most) {
            this.most = most;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            parts = subscription;
            whole.onSubscribe(subscription);
        }

        @Override
        public void onNext(List<ByteBuffer> part) {
            bytes += part.stream().mapToLong(ByteBuffer::remaining).sum();
            if (bytes <= most) {
                whole.onNext(part);
                return;
            }
            Flow.Subscription source = parts;
            if (source != null) {
                source.cancel();
            }
            whole.onError(new IOException("the answer has more than " + most + " bytes"));
        }

        @Override
        public void onError(Throwable failure) {
            whole.onError(failure);
        }

        @Override
        public void onComplete() {
            if (bytes <= most) {
                whole.onComplete();
            }
        }

        @Override
        public CompletionStage<String> getBody() {
            return whole.getBody();
        }
    }
}
