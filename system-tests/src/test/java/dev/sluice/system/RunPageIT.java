package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a real run in Chromium: live until its end, and then its report. */
class RunPageIT {
    private static final Pattern URL = Pattern.compile("page: (http://\\S+)");
    private static final Pattern NUMBER = Pattern.compile("[0-9,]+");
    private static final int UNITS = 600;

    @TempDir
    Path directory;

    private Chromium chromium;
    private ChromiumTab tab;

    @BeforeEach
    void startBrowser() throws Exception {
        assumeTrue(Chromium.program() != null, "Chromium is not installed");
        chromium = Chromium.start(Files.createDirectory(directory.resolve("profile")));
        tab = chromium.tab(1200, 900);
    }

    @AfterEach
    void endBrowser() throws Exception {
        if (chromium != null) {
            chromium.close();
        }
    }

    @Test
    void shouldShowTheNumbersOfTheReport() throws Exception {
        try (MasterRun run = poison()) {
            run.awaitPrinted("page: ");
            tab.openPage(url(run));
            assertThat(text("#state")).isEqualTo("The run is running.");
            tab.until("parseInt(document.querySelector('#overview .note').textContent) > 5");
            Files.createFile(directory.resolve("hurry"));
            tab.until("document.getElementById('state').textContent.startsWith('The run has ended')");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            JsonNode report = RunSchema.read(run.out());
            assertNumbers(report);
            assertThat(tab.requests())
                    .allMatch(url -> url.equals("about:blank") || url.startsWith("http://127.0.0.1:"));
            assertThat(tab.problems()).isEmpty();
            String atTheEnd = whatWouldHelp();
            tab.openPage(reportPage().toUri().toString());
            assertNumbers(report);
            assertThat(whatWouldHelp()).isEqualTo(atTheEnd);
            assertThat(tab.problems()).isEmpty();
            tab.picture(Checkout.file("system-tests/target/pages/run.png"), 0, 20_000);
        }
    }

    @Test
    void shouldShowWhatAWorkerPrintedBeforeAUnitFailed() throws Exception {
        try (MasterRun run = poison(
                30, Words.of("--local=1 --slots=1 --keep-going -- --bad compute --chatty --compute-millis 100"))) {
            run.exitCodeWithin(60);
            JsonNode report = RunSchema.read(run.out());
            assertThat(report.at("/failures/0/log").toString()).as(run.err()).contains("unit 6 on standard output");
        }
        tab.openPage(reportPage().toUri().toString());
        assertThat(text("#failures pre:last-of-type")).contains("unit 6 on standard output");
        assertThat(text("#failures .failure")).contains("unit 7").contains("poison in compute");
        assertThat(tab.evaluate("[...document.querySelectorAll('#decisions tbody tr')]"
                                + ".filter(row => row.cells[2].textContent.includes('joined'))[0].cells[5].textContent")
                        .asText())
                .matches("29 units accepted in .* s");
        assertThat(tab.problems()).isEmpty();
    }

    private void assertNumbers(JsonNode report) throws Exception {
        Matcher done = NUMBER.matcher(text("#overview .note"));
        assertThat(done.find()).isTrue();
        assertThat(Integer.parseInt(done.group().replace(",", "")))
                .isEqualTo(UNITS)
                .isEqualTo(report.at("/counters/accepted").asInt());
        List<String> shares = tab.evaluate("[...document.querySelector('#ledger .columns tbody').rows]"
                        + ".map(row => row.cells[2].textContent).join(' ')")
                .asText()
                .replace("\u00a0%", "")
                .lines()
                .flatMap(line -> List.of(line.split(" ")).stream())
                .toList();
        assertThat(shares.stream().mapToDouble(Double::parseDouble).sum()).isBetween(99.5, 100.5);
    }

    /** The parts of the page that the model computes from the measurements of the whole run. */
    private String whatWouldHelp() throws Exception {
        return text("#ledger .changes") + text("#scaling .says") + text("#overview .figure:nth-child(2)");
    }

    private String text(String selector) throws Exception {
        return tab.evaluate("document.querySelector('" + selector + "').textContent")
                .asText();
    }

    private static String url(MasterRun run) {
        Matcher matcher = URL.matcher(run.err());
        assertThat(matcher.find()).as(run.err()).isTrue();
        return matcher.group(1);
    }

    private Path reportPage() throws Exception {
        try (var files = Files.walk(directory.resolve("sluice-runs"))) {
            return files.filter(file -> file.endsWith("report.html"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private MasterRun poison() throws Exception {
        String hurry = directory.resolve("hurry").toString();
        return poison(UNITS, "--slots=2", "--", "--compute-millis", "200", "--hurry", hurry);
    }

    private MasterRun poison(int units, String... options) throws Exception {
        return MasterRun.master(
                directory,
                Words.of(
                        "run %s --json %s --ledger %s --units %s",
                        PoisonJar.in(directory), options, directory.resolve("ledger.txt"), units));
    }
}
