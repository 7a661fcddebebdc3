package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.json.JsonTree;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunFacts;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView;
import dev.sluice.net.rules.NetException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LivePageTest {
    private static final PageTerms SHOWN = new PageTerms(true, null, true);
    private static final long NEVER = TimeUnit.HOURS.toMillis(1);

    @TempDir
    Path directory;

    private final List<String> news = new CopyOnWriteArrayList<>();
    private Path file;

    @BeforeEach
    void place() {
        file = directory.resolve("private").resolve("page.url");
    }

    private static ViewSource views() {
        RunView.About about = new RunView.About(
                RunView.Kind.LIVE, "run-1", "App", List.of(), "", "here", "SS", "1", "17", "/tmp", "", -1);
        RunView.Overview overview =
                new RunView.Overview(0, -1, 0, 0, false, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, "", null, List.of());
        IdleLedger ledger = IdleLedger.NONE;
        RunFacts facts = new RunFacts(about, overview, List.of(), ledger, null, List.of(), CourseView.NONE);
        RunRecorder recorder = new RunRecorder();
        return (since, whole) -> CompletableFuture.completedFuture(new ViewSource.Views(
                since == ViewSource.NOTHING ? null : recorder.view(since, facts, 0),
                whole ? recorder.view(0, facts, 0) : null));
    }

    private LivePage page(PageTerms terms, long startMillis) {
        return LivePage.start(terms, views(), new LivePage.UrlFile(file, "run-1"), news::add, startMillis);
    }

    private String url() {
        await().until(() -> !news.isEmpty());
        assertThat(news.get(0)).startsWith("page: http://127.0.0.1:");
        return news.get(0).substring("page: ".length());
    }

    private static String got(String url, String path, String token) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url).resolve(path))
                .header("Authorization", "Bearer " + token)
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    @Test
    void shouldOpenAPageThatOnlyTopFindsWithoutSayingSo() throws Exception {
        PageTerms terms = new PageOptions().terms(false);
        assertThat(terms.shown()).isTrue();
        assertThat(terms.announced()).isFalse();
        try (LivePage page = LivePage.start(terms, views(), new LivePage.UrlFile(file, "run-1"), news::add)) {
            await().until(() -> Files.exists(file));
            assertThat(Files.readString(file)).startsWith("http://127.0.0.1:");
        }
        assertThat(file).doesNotExist();
        assertThat(news).isEmpty();
    }

    @Test
    void shouldServeTheRunWhileItIsRunningAndDeleteItsFileAtTheEnd() throws Exception {
        String url;
        try (LivePage page = page(SHOWN, 1)) {
            url = url();
            assertThat(Files.readAllLines(file)).containsExactly(url, "run=run-1");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                    .isEqualTo("rwx------");
            String token = url.substring(url.indexOf('=') + 1);
            Path data = Files.writeString(directory.resolve("data"), got(url, "/data.json", token));
            JsonTree view = JsonTree.read(data);
            assertThat(view.at("about").at("run").text()).isEqualTo("run-1");
            assertThat(view.at("whole").truth()).isTrue();
            assertThat(got(url, "/metrics", token)).contains("\nsluice_run_live 1\n");
        }
        assertThat(file).doesNotExist();
        assertThatThrownBy(() -> got(url, "/metrics", "x")).isInstanceOf(ConnectException.class);
        assertThat(news).hasSize(1);
    }

    @Test
    void shouldOpenNoPortForAShortRun() throws Exception {
        page(SHOWN, NEVER).close();
        page(PageTerms.NONE, 1).close();
        assertThat(news).isEmpty();
        assertThat(file.getParent()).doesNotExist();
    }

    @Test
    void shouldCloseAlsoIfItsFileCannotBeDeleted() throws Exception {
        try (LivePage page = page(SHOWN, 1)) {
            url();
            Files.delete(file);
            Files.createFile(Files.createDirectory(file).resolve("foreign"));
        }
        assertThat(news).hasSize(2);
        assertThat(news.get(1)).contains("page.url could not be deleted: ");
        assertThatThrownBy(() -> got(news.get(0).substring("page: ".length()), "/metrics", "x"))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void shouldSayThatThereIsNoPageWhateverIsWrong() {
        ViewSource views = views();
        List<String> told = new CopyOnWriteArrayList<>();
        Path nowhere = Path.of("/");
        try (LivePage page = LivePage.start(SHOWN, views, new LivePage.UrlFile(nowhere, "run-1"), told::add, 1)) {
            await().until(() -> !told.isEmpty());
        }
        assertThat(told.get(0)).startsWith("no page: ");
    }

    @Test
    void shouldWriteTheHashOfItsCertificateBelowItsAddress() throws Exception {
        try (LivePage page = page(new PageTerms(true, new InetSocketAddress("0.0.0.0", 0), true), 1)) {
            await().until(() -> news.size() == 2);
            List<String> lines = Files.readAllLines(file);
            assertThat(lines).hasSize(3);
            assertThat(news.get(0)).isEqualTo("page: " + lines.get(0)).contains("https://");
            assertThat(news.get(1)).isEqualTo("  its certificate: SHA-256 " + lines.get(1));
        }
    }

    @Test
    void shouldSayThatThereIsNoPageWhereItsFileCannotBePrivate() throws Exception {
        Files.createDirectory(
                file.getParent(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        try (LivePage page = page(SHOWN, 1)) {
            await().until(() -> !news.isEmpty());
            assertThat(news.get(0)).startsWith("no page: run file: ").contains("rwxr-xr-x");
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void shouldRefuseAnAddressThatIsTakenBeforeTheRunBegins() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", taken.getLocalPort());
            assertThatThrownBy(() -> page(new PageTerms(true, address, true), NEVER))
                    .isInstanceOf(NetException.class)
                    .hasMessageContaining("expected: a free address");
        }
    }
}
