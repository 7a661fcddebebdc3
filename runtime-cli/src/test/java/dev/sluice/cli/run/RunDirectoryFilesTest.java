package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.json.JsonTree;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.net.rules.SystemRefusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryFilesTest {
    private static final RunId RUN = new RunId("pep-1");
    private static final RunTerms TERMS =
            RunTerms.of("a.Pep", List.of("--token", "hush"), Instant.parse("2026-01-02T03:04:05Z"));

    @TempDir
    Path path;

    private RunDirectory directory;

    @BeforeEach
    void begin() throws IOException {
        directory = new RunDirectory(path, RUN);
        RunReport.Manner manner =
                new RunReport.Manner(PolicyName.FAC, Weighting.MEASURED, "auto", 5, RunTerms.ResultMode.EACH, null, 7);
        RunDirectoryFiles.write(directory, RunStart.here(RUN, TERMS, manner, 4));
    }

    private JsonTree content() throws Exception {
        return JsonTree.read(path.resolve("run.json"));
    }

    @Test
    void shouldNameTheFileForWhichTheDiskHasNoRoom() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "this system has no /dev/full");
        Files.createSymbolicLink(path.resolve("run.json.new"), full);
        assertThatThrownBy(() -> RunDirectoryFiles.write(directory, RUN, TERMS, RunEnd.failed(ErrorCode.USAGE, "")))
                .hasMessageContaining(path.resolve("run.json.new").toString())
                .satisfies(failure -> assertThat(SystemRefusal.of(failure)).contains(ErrorCode.DISK_FULL));
    }

    @Test
    void shouldSayFromTheStartWhatRunsWhere() throws Exception {
        JsonTree content = content();
        assertThat(content.at("mode").text()).isEqualTo("running");
        assertThat(content.at("run").text()).isEqualTo("pep-1");
        assertThat(content.at("application").text()).isEqualTo("a.Pep");
        assertThat(content.at("started").text()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(content.at("policy").text()).isEqualTo("FAC");
        assertThat(Files.readString(path.resolve("run.json")))
                .contains("\"pid\":" + ProcessHandle.current().pid())
                .contains("***")
                .doesNotContain("hush");
    }

    @Test
    void shouldReplaceTheStartByTheEnd() throws Exception {
        RunDirectoryFiles.write(directory, RUN, TERMS, RunEnd.failed(ErrorCode.INTERNAL, "broken"));
        assertThat(content().at("mode").text()).isEqualTo("error");
        assertThat(content().at("error").at("text").text()).isEqualTo("broken");
        try (var files = Files.list(path)) {
            assertThat(files).containsExactly(path.resolve("run.json"));
        }
    }

    /** A second Ctrl-C ends a run without a report; that is no error. */
    @Test
    void shouldSayThatARunWasStoppedAtOnce() throws Exception {
        RunDirectoryFiles.write(directory, RUN, TERMS, RunEnd.interrupted(130));
        assertThat(content().at("mode").text()).isEqualTo("interrupted");
        assertThat(content().at("exitCode").whole()).isEqualTo(130);
        assertThat(content().at("application").text()).isEqualTo("a.Pep");
        assertThat(content().has("error")).isFalse();
        assertThat(RunJson.error(RunEnd.interrupted(130)))
                .contains("\"interrupted\"")
                .doesNotContain("E0");
    }

    @Test
    void shouldKeepTheFailureWhereNothingCanBeWritten() throws Exception {
        Files.delete(path.resolve("run.json"));
        Files.createDirectories(path.resolve("run.json").resolve("in-the-way"));
        SluiceException failure = new SluiceException(ErrorCode.CONNECT_FAILED, "no port");
        RunDirectoryFiles.write(directory, RUN, TERMS, failure, UnaryOperator.identity());
        assertThat(failure.getSuppressed()).hasSize(1);
    }
}
