package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.cli.page.PageJson;
import dev.sluice.cli.page.ReportPage;
import dev.sluice.cli.report.RunTables;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.record.RunView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Writes {@code report.html} of a run that has none, such as a killed one, from its {@code run.json}. */
final class ReportHtml {
    private ReportHtml() {}

    /**
     * Writes the page and returns its path.
     *
     * @param json the run's {@code run.json}
     * @throws SluiceException if the run is or may be running, or has a page, which knows more than {@code run.json}
     */
    static Path write(KnownRun run, JsonTree json) throws IOException {
        Path page = run.directory().resolve("report.html");
        boolean running = run.isRunning() || run.state() == KnownRun.State.RUNNING_ELSEWHERE;
        if (running || Files.exists(page)) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--html: " + (running ? Columns.printable(run.run() + " is " + run.words()) : page + " is there")
                            + " (expected: a run that ended without a page)");
        }
        RunView view = json.at("mode").text().equals("cluster")
                ? RunTables.view(json, run.directory())
                : RunTables.view(about(run, json));
        Path fresh = page.resolveSibling("report.html.new");
        byte[] html = ReportPage.html(PageJson.text(view)).getBytes(StandardCharsets.UTF_8); // half a pair becomes "?"
        Files.write(fresh, html);
        return Files.move(fresh, page, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static RunView.About about(KnownRun run, JsonTree json) {
        return new RunView.About(
                RunView.Kind.ENDED,
                run.run(),
                run.application(),
                json.has("arguments")
                        ? json.at("arguments").elements().stream()
                                .map(JsonTree::text)
                                .toList()
                        : List.of(),
                text(json, "started"),
                text(json, "host"),
                text(json, "policy"),
                text(json, "sluiceVersion"),
                text(json, "javaVersion"),
                run.directory().toString(),
                run.sentence(),
                json.has("exitCode") ? (int) json.at("exitCode").whole() : -1);
    }

    private static String text(JsonTree json, String field) {
        return json.has(field) ? json.at(field).text() : "";
    }
}
