package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.page.ReportPage;
import dev.sluice.model.record.RunView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of a run in Chromium, as a report and live. */
class PageIT {
    private static final int WIDE = 1200;
    private static final int NARROW = 390;
    private static final int MOST_REPORT_BYTES = 1_200_000;
    private static final int MOST_ELEMENTS = 3_000;
    private static final int MOST_IMAGE_BYTES = 200_000;
    private static final Path PICTURES = Checkout.file("system-tests/target/pages");
    private static final List<String> VIEWS = List.of(
            "overview", "stream", "tree", "ledger", "course", "scaling", "forecasts", "hosts", "decisions", "failures");
    private static final String COLOURS_OF_CANVAS = "(() => { const c = document.querySelector('canvas.rows');"
            + " const d = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer);"
            + " return new Set(d).size; })()";

    @TempDir
    static Path profile;

    private static Chromium chromium;

    @TempDir
    Path directory;

    private ChromiumTab tab;

    @BeforeAll
    static void startBrowser() throws Exception {
        assumeTrue(Chromium.program() != null, "Chromium is not installed");
        chromium = Chromium.start(profile);
    }

    @AfterAll
    static void endBrowser() throws Exception {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void openTab() throws Exception {
        tab = chromium.tab(WIDE, 900);
    }

    @AfterEach
    void closeTab() throws Exception {
        tab.close();
    }

    static RunView sample(String name) {
        return switch (name) {
            case "empty" -> PageSamples.empty();
            case "two" -> PageSamples.two();
            case "computing" -> PageSamples.computing();
            default -> PageSamples.thousand();
        };
    }

    private void openReport(RunView view) throws Exception {
        openReport(tab, directory, view);
    }

    static void openReport(ChromiumTab tab, Path directory, RunView view) throws Exception {
        Path file = directory.resolve("report.html");
        Files.writeString(file, ReportPage.html(PageSamples.json(view)));
        tab.openPage(file.toUri().toString().replace("file:/", "file:///").replace("file://///", "file:///"));
    }

    private void assertQuiet() {
        assertThat(tab.problems()).isEmpty();
        assertThat(tab.requests()).allMatch(url -> url.startsWith("file:") || url.equals("about:blank"));
    }

    private String text(String selector) throws Exception {
        return tab.evaluate("document.querySelector('" + selector + "').innerText")
                .asText();
    }

    private List<String> views(String selector) throws Exception {
        JsonNode found = tab.evaluate("[...document.querySelectorAll('" + selector + "')]"
                + ".filter(e => e.checkVisibility()).map(e => e.id || e.hash.slice(1))");
        List<String> ids = new ArrayList<>();
        found.forEach(id -> ids.add(id.asText()));
        return ids;
    }

    private void picture(String name) throws Exception {
        tab.picture(PICTURES.resolve(name + ".png"), 0, 20_000);
    }

    @Test
    void shouldShowTheOverviewAloneBeforeTheFirstData() throws Exception {
        openReport(PageSamples.empty());
        assertThat(views("main > section")).containsExactly("overview");
        assertThat(views("nav.views a")).isEmpty();
        assertThat(text("#overview .says")).isEqualTo("No worker is connected.");
        assertQuiet();
        picture("empty");
    }

    @Test
    void shouldPutFailuresAndWhatTheVerdictIsAboutFirst() throws Exception {
        openReport(PageSamples.two());
        assertThat(views("main > section")).startsWith("overview", "failures", "tree", "ledger", "stream");
        assertThat(views("nav.views a")).isEqualTo(views("main > section"));
        assertThat(tab.evaluate("[...document.querySelector('#overview .says + .advice').children]"
                                + ".map(line => line.textContent).join('|')")
                        .asText())
                .isEqualTo("What would help|twice the capacity of the link to site B: 10.9 s instead of 14.2 s (-23 %)"
                        + "|one sub-master at site B: 11.6 s instead of 14.2 s (-18 %)");
        assertThat(tab.evaluate("document.querySelectorAll('#about span').length")
                        .asInt())
                .isEqualTo(3);
        assertThat(text("#ledger .changes"))
                .doesNotContain("costs")
                .contains("would not help, or hardly: one worker less");
    }

    @Test
    void shouldNameOnlyCausesThatOccur() throws Exception {
        openReport(PageSamples.computing());
        assertThat(text("#stream .legend")).isEqualTo("computing");
        assertThat(text("#ledger .columns tbody")).startsWith("computing");
        assertThat(tab.evaluate("document.querySelectorAll('#ledger .columns tbody tr').length")
                        .asInt())
                .isOne();
    }

    @Test
    void shouldSayInOneLineWhatHasLittleToSay() throws Exception {
        openReport(PageSamples.computing());
        assertThat(views("main > section.quiet")).containsExactly("ledger", "tree", "course", "decisions", "failures");
        assertThat(views("main > section")).endsWith("ledger", "tree", "course", "decisions", "failures");
        assertThat(text("#tree .says"))
                .isEqualTo("No link matters here: n001 is the fullest, with 8.3\u00a0% of its capacity in use.");
        assertThat(tab.evaluate("document.querySelector('#tree').clientHeight").asInt())
                .isLessThan(60);
        assertThat(tab.evaluate("document.querySelector('#failures .fold').disabled")
                        .asBoolean())
                .isTrue();
        tab.evaluate("document.querySelector('#tree .fold').focus()");
        tab.press("Enter");
        tab.until("document.querySelector('#tree .body svg').checkVisibility()");
        tab.evaluate("document.querySelector('nav a[href=\"#ledger\"]').click()");
        tab.until("document.querySelector('#ledger .bar').checkVisibility()");
        assertQuiet();
        picture("computing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two", "thousand"})
    void shouldShowAllViewsWithoutLoadingAnything(String name) throws Exception {
        openReport(sample(name));
        assertThat(views("main > section"))
                .containsExactlyInAnyOrderElementsOf(VIEWS)
                .startsWith("overview");
        assertThat(views("nav.views a")).hasSameSizeAs(VIEWS);
        for (String view : VIEWS) {
            assertThat(text("#" + view + " .says")).as(view).isNotBlank();
        }
        assertThat(tab.evaluate(COLOURS_OF_CANVAS).asInt())
                .as("colours of the task stream")
                .isGreaterThan(6);
        for (String view : List.of("tree", "scaling", "forecasts")) {
            assertThat(tab.evaluate("document.querySelectorAll('#" + view + " svg *').length")
                            .asInt())
                    .as(view)
                    .isGreaterThan(10);
        }
        assertThat(tab.evaluate("document.querySelectorAll('#hosts tbody tr').length")
                        .asInt())
                .isPositive();
        assertQuiet();
        picture(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<img src=x onerror=alert(1)>",
                "\"><script>alert(1)</script>",
                "</script><script>alert(1)</script><!--",
                "javascript:alert(1)",
                "\u05e9\u05dc\u05d5\u05dd \u202egnp.exe",
                "a\u0000b\u001bc\r\nd",
                "${alert(1)}{{alert(1)}}%00&lt;"
            })
    void shouldShowHostileStringsAsText(String harm) throws Exception {
        openReport(PageSamples.hostile(harm));
        assertThat(tab.evaluate("document.querySelectorAll('main img, main script, main iframe, [onerror]').length")
                        .asInt())
                .isZero();
        String visible = harm.replaceAll("[\u0000-\u0008\u000b-\u001f\u202e]", "\ufffd");
        String first = visible.lines().findFirst().orElseThrow();
        assertThat(text("h1")).contains(first);
        assertThat(tab.evaluate("document.querySelector('#decisions tbody').textContent")
                        .asText())
                .contains(first);
        assertQuiet();
    }

    @Test
    void shouldShortenLongNamesWithoutWideningThePage() throws Exception {
        openReport(PageSamples.hostile("n".repeat(5000)));
        for (int width : new int[] {NARROW, 1000}) {
            tab.resize(width, 900);
            tab.until("document.querySelector('canvas.rows').clientWidth < " + width);
            assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(width);
        }
        assertQuiet();
    }

    @ParameterizedTest
    @ValueSource(strings = {"two", "thousand"})
    void shouldSumTheLedgerToAHundredPercent(String name) throws Exception {
        openReport(sample(name));
        double sum = tab.evaluate("[...document.querySelector('#ledger .columns tbody').rows]"
                        + ".reduce((sum, row) => sum + parseFloat(row.cells[2].textContent), 0)")
                .asDouble();
        assertThat(sum).isBetween(99.5, 100.5);
        double wide = tab.evaluate("[...document.querySelectorAll('#ledger .bar > rect')]"
                        + ".reduce((sum, box) => sum + parseFloat(box.getAttribute('width')), 0)")
                .asDouble();
        assertThat(wide).isBetween(99.5, 100.5);
    }

    @Test
    void shouldKeepAReportOfAMillionUnitsSmall() throws Exception {
        RunView view = PageSamples.thousand();
        assertThat(view.overview().done()).isGreaterThanOrEqualTo(1_000_000);
        openReport(view);
        assertThat(Files.size(directory.resolve("report.html"))).isLessThan(MOST_REPORT_BYTES);
        assertThat(tab.evaluate("document.querySelectorAll('*').length").asInt())
                .isLessThan(MOST_ELEMENTS);
        tab.until("performance.getEntriesByName('sluice-ready').length === 1");
        double overview = tab.evaluate("performance.getEntriesByName('sluice-overview')[0].startTime")
                .asDouble();
        double all = tab.evaluate("window.sluiceReady").asDouble();
        assertThat(overview).isLessThan(all);
        Files.createDirectories(PICTURES);
        Files.writeString(
                PICTURES.resolve("thousand.txt"),
                String.format(
                        Locale.ROOT,
                        "%d units, %d bytes, the overview after %.0f ms, all views after %.0f ms%n",
                        view.overview().done(),
                        Files.size(directory.resolve("report.html")),
                        overview,
                        all));
    }

    @Test
    void shouldGroupAThousandWorkersAndExpandThemByKeys() throws Exception {
        openReport(PageSamples.thousand());
        int grouped = tab.evaluate("document.querySelector('canvas.rows').clientHeight")
                .asInt();
        assertThat(grouped).isLessThan(900);
        tab.evaluate("document.querySelector('canvas.rows').focus()");
        tab.press("ArrowDown");
        tab.press("Enter");
        tab.until("document.querySelector('canvas.rows').clientHeight > " + grouped);
        tab.press("ArrowDown");
        tab.press("Enter");
        tab.press("ArrowDown");
        tab.until("document.querySelector('#stream .readout').textContent.startsWith('w1 slot 1')");
        assertThat(text("#stream .readout")).contains("computing");
        assertQuiet();
        picture("thousand-expanded");
    }

    @Test
    void shouldReadUnitsByKeys() throws Exception {
        openReport(PageSamples.two());
        tab.evaluate("document.querySelector('canvas.rows').focus()");
        tab.press("ArrowDown");
        for (int i = 0; i < 3; i++) {
            tab.press("+");
        }
        tab.press("ArrowRight");
        tab.until("/w1 slot 1.*: unit \\d+ of cycle 1, computed in .*, (accepted|another)/"
                + ".test(document.querySelector('#stream .readout').textContent)");
        tab.press("0");
        picture("two-keys");
    }

    @Test
    void shouldZoomBeyondTheLastInterval() throws Exception {
        openReport(PageSamples.beyondItsBands());
        tab.evaluate("document.querySelector('canvas.rows').focus()");
        for (int i = 0; i < 4; i++) {
            tab.press("+");
        }
        tab.press("ArrowDown");
        tab.press("ArrowRight");
        tab.until("/not connected|%/.test(document.querySelector('#stream .readout').textContent)");
        assertQuiet();
    }

    @Test
    void shouldSayThatAReportHasNoCourseAndCountUnitsExactly() throws Exception {
        openReport(PageSamples.withoutCourse());
        assertThat(text("#stream .says")).isEqualTo("This report has no course over time.");
        assertThat(text("#scaling .says")).isEqualTo("This report has no course over time.");
        assertThat(text("#failures strong")).isEqualTo("unit 9,007,199,254,740,993");
        assertQuiet();
    }

    @Test
    void shouldSortHostsAndOpenTables() throws Exception {
        openReport(PageSamples.thousand());
        assertThat(tab.evaluate("document.querySelector('#hosts tbody tr td').textContent")
                        .asText())
                .isEqualTo("n001");
        tab.evaluate("document.querySelectorAll('#hosts th button')[0].click()");
        tab.until("document.querySelector('#hosts tbody tr td').textContent === 'n250'");
        assertThat(tab.evaluate("document.querySelector('#hosts th').ariaSort").asText())
                .isEqualTo("descending");
        for (String view : List.of("stream", "tree", "ledger", "scaling", "forecasts")) {
            tab.evaluate("document.querySelector('#" + view + " details.behind').open = true");
            tab.until("document.querySelectorAll('#" + view + " details.behind tbody tr').length > 0");
        }
        assertQuiet();
    }

    @Test
    void shouldFollowTheReadersScheme() throws Exception {
        tab.scheme("dark");
        openReport(PageSamples.two());
        String paper = "getComputedStyle(document.querySelector('section')).backgroundColor";
        assertThat(tab.evaluate(paper).asText()).isEqualTo("rgb(18, 24, 31)");
        String pixel = "[...document.querySelector('canvas.rows').getContext('2d')"
                + ".getImageData(600, 44, 1, 1).data].join()";
        String dark = tab.evaluate(pixel).asText();
        picture("two-dark");
        tab.scheme("light");
        tab.until(paper + " === 'rgb(255, 255, 255)'");
        tab.until(pixel + " !== '" + dark + "'");
        assertQuiet();
    }

    @Test
    void shouldFitANarrowScreen() throws Exception {
        tab.resize(NARROW, 800);
        openReport(PageSamples.two());
        for (String view : List.of("stream", "tree", "ledger")) {
            tab.evaluate("document.querySelector('#" + view + " .fold').click()");
        }
        tab.until(COLOURS_OF_CANVAS + " > 6");
        assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(NARROW);
        picture("two-narrow");
        tab.resize(WIDE, 900);
        tab.until("document.querySelector('canvas.rows').clientWidth > 800");
        tab.vision("deuteranopia");
        picture("two-deuteranopia");
    }

    @Test
    void shouldTakeTheImagesOfTheDocuments() throws Exception {
        openReport(PageSamples.two());
        image("page-overview", "header", "overview");
        image("page-stream", "#stream", "stream");
        image("page-ledger", "#ledger", "ledger");
        image("page-scaling", "#scaling", "scaling");
        tab.scheme("dark");
        openReport(PageSamples.thousand());
        image("page-thousand-dark", "#stream", "stream");
        image("page-tree-dark", "#tree", "tree");
        if (Checkout.isUpdating("images")) {
            PageImages.remember();
        }
    }

    private void image(String name, String fromSelector, String toView) throws Exception {
        String of = ").getBoundingClientRect()";
        int top = tab.evaluate("document.querySelector('" + fromSelector + "'" + of + ".top + scrollY")
                .asInt();
        int end = tab.evaluate("document.querySelector('#" + toView + "'" + of + ".bottom + scrollY")
                .asInt();
        Path file = PICTURES.resolve(name + ".png");
        int from = Math.max(0, top - 10);
        tab.picture(file, from, end - from + 10);
        assertThat(Files.size(file)).as(name).isLessThan(MOST_IMAGE_BYTES);
        if (Checkout.isUpdating("images")) {
            copy(file, Checkout.file("docs/images/" + name + ".png"));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.write(to, Files.readAllBytes(from));
    }
}
