package dev.sluice.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.json.Json;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.RunView;
import dev.sluice.net.page.PageServer;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.PrivateFiles;
import dev.sluice.net.runfile.RunIdentity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that answers as the page of a run does, and what the terminal makes of its answer. */
class RunPageTest {
    private static final String TOKEN = "s3cret-token_";

    @TempDir
    Path run;

    private HttpServer server;
    private String answer = "";

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/data.json", exchange -> {
            boolean known =
                    ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(known ? 200 : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        address("http://127.0.0.1:" + server.getAddress().getPort() + "/?token=" + TOKEN);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void address(String line) throws IOException {
        PrivateFiles.write(run.resolve("private").resolve("page.url"), line + "\n");
    }

    static String view(int workers, String kind, String end) {
        StringBuilder lanes = new StringBuilder();
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < workers; i++) {
            String lane = "{\"number\":" + i + ",\"worker\":\"w" + (i + 1) + "\",\"host\":\"h" + i
                    + "\",\"slot\":1,\"slots\":1,\"fromSeconds\":0,\"toSeconds\":-1,\"state\":\"connected\"}";
            byte[] shares = {(byte) 200, 0, 100, 50, 0, 0};
            String row =
                    "{\"lane\":" + i + ",\"shares\":\"" + Base64.getEncoder().encodeToString(shares) + "\"}";
            lanes.append(i == 0 ? "" : ",").append(lane);
            rows.append(i == 0 ? "" : ",").append(row);
        }
        return "{\"schema\":\"sluice-page-1\",\"sequence\":1,\"whole\":true,\"about\":{\"kind\":\"" + kind
                + "\",\"run\":\"pep-1\",\"application\":\"a.Pep\",\"arguments\":[],\"started\":\"2026-01-02T03:04:00Z\","
                + "\"master\":\"here\",\"policy\":\"SS\",\"sluiceVersion\":\"1\",\"javaVersion\":\"17\","
                + "\"directory\":\"/x\",\"end\":\"" + end + "\",\"exitCode\":-1},"
                + "\"overview\":{\"seconds\":61,\"cycle\":1,\"cycles\":4,\"units\":100,\"open\":false,\"done\":50,\"doneInAll\":150,"
                + "\"rateNow\":2.5,\"rateMean\":2.459,\"ratePossible\":5,\"etaLow\":100.2,\"etaHigh\":118,\"workers\":"
                + workers + ",\"workersExpected\":" + (workers + 1) + ",\"slots\":" + workers
                + ",\"parkedSlots\":0,\"failures\":0,\"bottleneck\":\"Limited by \\u001b[2J computing.\",\"efficiency\":null},"
                + "\"lanes\":[" + lanes + "],\"bands\":{\"seconds\":1,\"first\":0,\"causes\":[\"compute\",\"runtime\","
                + "\"master\"],\"rows\":[" + rows + "]},"
                + "\"spans\":{\"lane\":[],\"fromMicros\":[],\"micros\":[],\"cycle\":[],\"firstUnit\":[],\"units\":[],"
                + "\"outcome\":\"\",\"omitted\":0},\"transfers\":{\"lane\":[],\"toMaster\":\"\",\"fromMicros\":[],"
                + "\"micros\":[],\"bytes\":[],\"omitted\":0},\"series\":{\"seconds\":1,\"first\":0,\"done\":[1],\"slots\":[2],"
                + "\"bytesUp\":[3],\"bytesDown\":[4],\"busy\":[0.5]},\"links\":[],\"scaling\":null,\"forecasts\":{\"at\":[],"
                + "\"low\":[],\"high\":[],\"actual\":-1,\"held\":-1},\"hosts\":[],\"decisions\":[],\"failures\":[],"
                + "\"course\":{\"regimes\":[],\"cycles\":[],\"tuners\":[]},"
                + "\"ledger\":{\"slotSeconds\":0,\"estimatedSeconds\":0,\"times\":" + Json.text(CauseTimes.ZERO)
                + ",\"lines\":[],\"links\":[],\"changes\":[{\"what\":\"one more worker\","
                + "\"seconds\":50,\"gain\":0.18},{\"what\":\"one more slot\",\"seconds\":60,\"gain\":0.02},"
                + "{\"what\":\"one worker less\",\"seconds\":70,\"gain\":-0.15}]}}";
    }

    @Test
    void shouldShowOverviewBottleneckAndWorkersInOneScreen() throws Exception {
        answer = view(2, "live", "");
        PageFields fields = PageFields.read(new RunPage().data(RunPage.of(run).orElseThrow()));
        assertThat(fields.share()).isEqualTo(0.375);
        assertThat(TopText.lines(fields))
                .containsExactly(
                        "pep-1  a.Pep  on here, policy SS",
                        "[###########...................]  37 %  cycle 2 of 4, 50 of 100 units, 150 in all",
                        "2.50/s now, 2.46/s overall (49 % of the possible rate)   1 min 1 s, 1 to 2 min until the last result",
                        "2 of 3 workers, 2 slots, 0 failed units",
                        "Limited by \uFFFD[2J computing.",
                        "What would help: one more worker: 50.0 s instead of 61.0 s (-18 %)",
                        "",
                        "worker  host  slots  state      computing",
                        "w1      h0    1      connected  71 %",
                        "w2      h1    1      connected  71 %");
        String spread = "{\"count\":150,\"p50Seconds\":0.012,\"p95Seconds\":0.04,\"p99Seconds\":0.08,\"sumSeconds\":2}";
        answer = view(1_000, "ended", "complete")
                .replace(
                        "\"changes\":", "\"spreads\":{\"unit\":" + spread + ",\"accept\":" + spread + "},\"changes\":");
        assertThat(TopText.lines(
                        PageFields.read(new RunPage().data(RunPage.of(run).orElseThrow()))))
                .hasSizeLessThanOrEqualTo(24)
                .contains(
                        "time of 150 units: median 12 ms, 95 % up to 40 ms, 99 % up to 80 ms",
                        "and 988 more workers, which compute more", "ended: complete");
        answer = view(0, "live", "");
        assertThat(TopText.lines(
                        PageFields.read(new RunPage().data(RunPage.of(run).orElseThrow()))))
                .contains("no worker is connected");
    }

    /** {@code top}, {@code runs} and {@code runs --json} take the word and the number from one place. */
    @Test
    void shouldCountFailedCommandsOfARunThatGoesOn() throws Exception {
        String ofCommands = view(1, "live", "")
                .replace("\"a.Pep\"", "\"each gzip\"")
                .replace("\"parkedSlots\":0,\"failures\":0", "\"parkedSlots\":0,\"failures\":3");
        PageFields fields = fields(ofCommands);
        assertThat(TopText.lines(fields))
                .contains("1 of 2 workers, 1 slot, 3 failed commands")
                .anyMatch(line -> line.contains("50 of 100 commands, 150 in all"))
                .noneMatch(line -> line.contains("unit"));
        KnownRun running = new KnownRun(
                run,
                "each-1",
                "each gzip",
                KnownRun.State.RUNNING,
                "",
                new KnownRun.Progress(Double.NaN, -1, 61),
                null,
                -1);
        KnownRun now = running.at(fields.share(), fields.view().overview());
        assertThat(now.words()).isEqualTo("running: 3 commands failed");
        assertThat(RunsJson.of(List.of(now))).contains("\"note\":\"3 commands failed\"");
        assertThat(RunsTable.of(List.of(now), run)).contains("running: 3 commands failed");
        assertThat(running.at(fields.share(), fields(view(1, "live", "")).view().overview())
                        .words())
                .isEqualTo("running");
    }

    @Test
    void shouldReadWhatAViewHas() {
        PageFields fields = PageFields.read(JsonTree.parse(Path.of("data.json"), view(2, "ended", "complete")));
        assertThat(fields.view().about().kind()).isEqualTo(RunView.Kind.ENDED);
        assertThat(fields.view().about().end()).isEqualTo("complete");
        assertThat(fields.view().overview().etaHigh()).isEqualTo(118);
        assertThat(fields.view().ledger().changes()).startsWith(new RunView.Change("one more worker", 50, 0.18));
    }

    private static PageFields fields(String json) {
        return PageFields.read(JsonTree.parse(Path.of("data.json"), json));
    }

    @Test
    void shouldRefuseAViewOfAnotherVersion() {
        String other = view(1, "live", "").replace("sluice-page-1", "sluice-page-2");
        assertThatThrownBy(() -> fields(other))
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining("'sluice-page-2' (expected: sluice-page-1)");
        for (String wrong : List.of(
                view(1, "paused", ""),
                view(1, "live", "").replace("\"shares\":\"", "\"shares\":\"!"),
                view(1, "live", "").replace("\"seconds\":61", "\"seconds\":\"61\""))) {
            assertThatThrownBy(() -> TopText.lines(fields(wrong)))
                    .isInstanceOfSatisfying(
                            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_UNREADABLE));
        }
    }

    @Test
    void shouldKeepTheBarInItsBounds() {
        String view = view(1, "live", "").replace("\"cycles\":4", "\"cycles\":0");
        assertThat(TopText.lines(fields(view.replace("\"done\":50", "\"done\":5000"))))
                .anyMatch(line -> line.startsWith("[" + "#".repeat(30) + "] 100 %"));
        assertThat(TopText.lines(fields(view.replace("\"done\":50", "\"done\":-5000"))))
                .anyMatch(line -> line.startsWith("[" + ".".repeat(30) + "]   0 %"));
    }

    @Test
    void shouldAskLessOftenForALargeAnswer() {
        assertThat(TopCommand.refreshMillis(1_000)).isEqualTo(500);
        assertThat(TopCommand.refreshMillis(200_000)).isEqualTo(2_000);
    }

    @Test
    void shouldSayWhyThereIsNoAnswer() throws Exception {
        address("http://127.0.0.1:" + server.getAddress().getPort() + "/?token=other");
        assertThatThrownBy(() -> new RunPage().data(RunPage.of(run).orElseThrow()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("401")
                .hasMessageNotContaining("other");
        address("file:///etc/passwd?token=x");
        assertThatThrownBy(() -> RunPage.of(run)).isInstanceOf(IOException.class);
        Files.delete(run.resolve("private").resolve("page.url"));
        assertThat(RunPage.of(run)).isEmpty();
    }

    @Test
    void shouldTrustTheCertificateOfThePageAndNoOther() throws Exception {
        RunIdentity identity = RunIdentity.create();
        InetSocketAddress any = new InetSocketAddress("0.0.0.0", 0);
        try (PageServer page = PageServer.open(any, identity, new FixedContent(view(1, "live", "")))) {
            String url = page.url()
                    .replaceFirst("//[^/]*", "//127.0.0.1:" + page.address().getPort());
            address(url + "\n" + identity.fingerprint());
            RunPage.Address address = RunPage.of(run).orElseThrow();
            assertThat(address.shown()).isEqualTo(url);
            assertThat(new RunPage().data(address).at("about").at("run").text()).isEqualTo("pep-1");
            assertThat(new RunPage().dataSoon(address).get().at("sequence").whole())
                    .isEqualTo(1);
            address(url + "\n" + RunIdentity.create().fingerprint());
            RunPage.Address other = RunPage.of(run).orElseThrow();
            assertThatThrownBy(() -> new RunPage().data(other)).isInstanceOf(IOException.class);
            address(url);
            assertThatThrownBy(() -> RunPage.of(run)).hasMessageContaining("is no address");
        }
    }

    @Test
    void shouldTrustNoAddressThatOthersCouldHaveWritten() throws Exception {
        Path file = run.resolve("private").resolve("page.url");
        assertThat(RunPage.of(run)).isPresent();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        assertThatThrownBy(() -> RunPage.of(run)).isInstanceOf(NetException.class);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString("rwxrwx---"));
        assertThatThrownBy(() -> RunPage.of(run)).isInstanceOf(NetException.class);
    }

    @Test
    void shouldRefuseAnAnswerWithoutABound() throws Exception {
        answer = view(1, "live", "");
        RunPage.Address address = RunPage.of(run).orElseThrow();
        assertThat(new RunPage(answer.length()).text(address)).isEqualTo(answer);
        assertThatThrownBy(() -> new RunPage(answer.length() - 1).text(address))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bytes");
    }

    @Test
    void shouldDrawOverWhatItDrewBefore() {
        StringWriter text = new StringWriter();
        Screen screen = new Screen(new PrintWriter(text));
        screen.draw(List.of("one", "two"));
        assertThat(text.toString()).doesNotContain("\u001b[2A").contains("one\u001b[K\n");
        screen.draw(List.of("three"));
        assertThat(text.toString())
                .contains("\u001b[2A\rthree\u001b[K\n\u001b[J")
                .endsWith("\u001b[?7h");
    }
}
