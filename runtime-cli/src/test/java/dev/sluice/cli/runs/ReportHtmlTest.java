package dev.sluice.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.json.JsonTree;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.testing.ReportData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportHtmlTest {
    private static final String START = "{\"schema\":\"sluice-run-1\",\"mode\":\"running\",\"run\":\"pep-1\","
            + "\"application\":\"a.Pep\",\"arguments\":[\"</script>\",\"\\ud800\"],\"started\":\"2026-01-02T03:04:00Z\","
            + "\"host\":\"" + ThisHost.name() + "\",\"pid\":1,\"processStarted\":\"2020-01-02T03:04:00Z\"}";

    @TempDir
    Path directory;

    @Test
    void shouldWriteThePageOfARunThatWasKilledButNeverReplaceOne() throws Exception {
        Path file = Files.writeString(directory.resolve("run.json"), START);
        KnownRun run = KnownRun.read(directory, Instant.EPOCH);
        JsonTree json = JsonTree.read(file);
        Path page = ReportHtml.write(run, json);
        assertThat(page).isEqualTo(directory.resolve("report.html"));
        assertThat(ReportData.of(Files.readString(page))).contains("\"run\":\"pep-1\"", "</script>", "a.Pep");
        assertThat(KnownRun.read(directory, Instant.EPOCH).report()).isEqualTo(page);
        assertThatThrownBy(() -> ReportHtml.write(run, json)).hasMessageContaining("report.html is there (expected: ");
    }

    @Test
    void shouldRefuseARunThatMayBeRunningElsewhere() throws Exception {
        Path file = Files.writeString(directory.resolve("run.json"), START.replace(ThisHost.name(), "elsewhere"));
        KnownRun run = KnownRun.read(directory, Instant.EPOCH);
        JsonTree json = JsonTree.read(file);
        assertThatThrownBy(() -> ReportHtml.write(run, json)).hasMessageContaining("running on elsewhere?");
        assertThat(directory.resolve("report.html")).doesNotExist();
    }
}
