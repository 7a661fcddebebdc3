package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.model.record.RunView;
import dev.sluice.model.record.RunView.Kind;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page for all its readers: on a phone, on paper, with a keyboard, with a screen reader. */
class PageReadersIT {
    private static final int WIDE = 1200;
    private static final int NARROW = 390;
    private static final Path PICTURES = Checkout.file("system-tests/target/pages");
    private static final String OPEN_ALL =
            "document.querySelectorAll('details').forEach(details => details.open = true);"
                    + "document.querySelectorAll('.fold[aria-expanded=false]:enabled').forEach(fold => fold.click())";

    /** All that a key reaches, in the order of reading. */
    private static final String STOPS =
            "[...document.querySelectorAll('a[href], button, summary, [tabindex=\"0\"]')].filter(e =>"
                    + " !e.disabled && e.checkVisibility())";

    private static final String STOP = "(() => { const e = document.activeElement, s = getComputedStyle(e);"
            + " return e === document.body ? 'end' : e.matches(':focus-visible') && s.outlineStyle !== 'none'"
            + " && parseFloat(s.outlineWidth) >= 2 ? String(window.stops.indexOf(e)) : 'unseen ' + e.outerHTML; })()";

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

    private void openReport(RunView view) throws Exception {
        PageIT.openReport(tab, directory, view);
    }

    private int number(String expression) throws Exception {
        return tab.evaluate(expression).asInt();
    }

    private String words(String expression) throws Exception {
        return tab.evaluate(expression).asText();
    }

    /** The page has three states: as it opens, with all open, and on paper. */
    @ParameterizedTest
    @CsvSource({
        "two, 1200, light",
        "two, 1200, dark",
        "two, 390, light",
        "two, 390, dark",
        "computing, 1200, light",
        "computing, 390, dark",
        "empty, 390, light",
        "empty, 1200, dark",
        "live, 1200, light",
        "live, 390, dark"
    })
    void shouldBeAccessible(String name, int width, String scheme) throws Exception {
        tab.scheme(scheme);
        tab.resize(width, 900);
        try (SamplePageServer server = new SamplePageServer()) {
            if (name.equals("live")) {
                server.event("whole", PageSamples.json(PageSamples.live(0, true, 10, Kind.LIVE)));
                tab.openPage(server.url());
            } else {
                openReport(PageIT.sample(name));
            }
            try (InputStream axe = PageReadersIT.class.getResourceAsStream("/axe.min.js")) {
                tab.evaluate(new String(Objects.requireNonNull(axe).readAllBytes(), StandardCharsets.UTF_8));
            }
            assertThat(findings()).as("as it opens").isEmpty();
            tab.evaluate(OPEN_ALL);
            assertThat(findings()).as("all open").isEmpty();
            tab.paper();
            assertThat(findings()).as("on paper").isEmpty();
            assertThat(tab.problems()).isEmpty();
        }
    }

    private String findings() throws Exception {
        return words("axe.run().then(found => found.violations.map("
                + "one => one.id + ': ' + one.nodes.map(node => node.html).join(' ')).join('\\n'))");
    }

    @Test
    void shouldReachAllByTabInTheOrderOfReadingAndShowWhere() throws Exception {
        openReport(PageSamples.two());
        tab.evaluate(OPEN_ALL);
        tab.evaluate("scrollTo(0, 0); window.stops = " + STOPS);
        int stops = number("stops.length");
        assertThat(stops).isGreaterThan(40);
        for (int i = 0; i < stops; i++) {
            tab.press("Tab");
            assertThat(words(STOP)).isEqualTo(String.valueOf(i));
        }
        tab.press("Tab");
        assertThat(words(STOP)).isEqualTo("end");
    }

    @Test
    void shouldSkipTheHeadOfThePage() throws Exception {
        openReport(PageSamples.two());
        tab.press("Tab");
        tab.press("Enter");
        tab.press("Tab");
        assertThat(words("document.activeElement.closest('section')?.id")).isEqualTo("failures");
    }

    @Test
    void shouldOpenAndCloseByKeys() throws Exception {
        openReport(PageSamples.two());
        String card = "document.querySelector('#tree .fold')";
        tab.evaluate(card + ".focus()");
        tab.press("Enter");
        tab.until(card + ".ariaExpanded === 'false'");
        tab.press(" ");
        tab.until(card + ".ariaExpanded === 'true'");
        tab.evaluate("document.querySelector('#tree summary').focus()");
        tab.press("Enter");
        tab.until("document.querySelector('#tree details').open");
        tab.press("Tab");
        tab.press("Escape");
        tab.until("!document.querySelector('#tree details').open");
        assertThat(words("document.activeElement.localName")).isEqualTo("summary");
        tab.press("Escape");
        tab.until(card + ".ariaExpanded === 'false'");
        assertThat(words("document.activeElement.className")).isEqualTo("fold");
    }

    @Test
    void shouldFoldCardsAndNameSlotsBrieflyOnANarrowScreen() throws Exception {
        tab.resize(NARROW, 844);
        openReport(PageSamples.two());
        assertThat(number("document.querySelectorAll('main > section:not(#overview):not(.folded)').length"))
                .isZero();
        tab.picture(PICTURES.resolve("narrow.png"), 0, 20_000);
        tab.evaluate("window.painted = new Set(); const paint = CanvasRenderingContext2D.prototype.fillText;"
                + "CanvasRenderingContext2D.prototype.fillText ="
                + " function (text, ...place) { painted.add(text); paint.call(this, text, ...place); }");
        tab.evaluate("document.querySelector('#stream .fold').click()");
        tab.until("['w1/1', 'w1/2', 'w2/1', 'w2/2'].every(slot => painted.has(slot))");
    }

    @ParameterizedTest
    @ValueSource(strings = {"empty", "two", "computing", "thousand"})
    void shouldNotBeWiderThanANarrowScreen(String name) throws Exception {
        tab.resize(NARROW, 844);
        openReport(PageIT.sample(name));
        assertThat(number("document.documentElement.scrollWidth")).isEqualTo(NARROW);
        tab.evaluate(OPEN_ALL);
        assertThat(number("document.documentElement.scrollWidth"))
                .as("all open")
                .isEqualTo(NARROW);
        tab.picture(PICTURES.resolve(name + "-narrow-open.png"), 0, 20_000);
    }

    @ParameterizedTest
    @CsvSource({"two, 1200, 5", "two, 390, 5", "thousand, 1200, 11"})
    void shouldPrintAllWithoutControlsAsLightAsPaper(String name, int width, int mostSheets) throws Exception {
        tab.resize(width, 900);
        openReport(PageIT.sample(name));
        tab.paper();
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(718);
        assertThat(words("[...document.querySelectorAll('.wide, figure, .scroller, .body')]"
                        + ".filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 99)).join()"))
                .as("clipped")
                .isEmpty();
        assertThat(number("document.querySelectorAll('main > section.folded').length"))
                .isZero();
        assertThat(words("[...document.querySelectorAll('button, nav, summary, .skip')].filter(e =>"
                        + " e.checkVisibility() && !e.closest('th, h2, .failure')).map(e => e.outerHTML).join()"))
                .as("controls")
                .isEmpty();
        assertThat(words("['#more', '.failure strong'].every(e => document.querySelector(e).checkVisibility())"))
                .isEqualTo("true");
        assertThat(words("getComputedStyle(document.body).color")).isEqualTo("rgb(23, 33, 46)");
        assertThat(words("[...document.querySelector('canvas.rows').getContext('2d')"
                        + ".getImageData(300, 20, 1, 1).data].join()"))
                .isEqualTo("42,111,181,255");
        tab.picture(PICTURES.resolve(name + "-paper.png"), 0, 20_000);
        tab.evaluate("window.dispatchEvent(new Event('afterprint'))");
        tab.media("", "prefers-color-scheme", "dark");
        assertThat(words("document.documentElement.className")).isEmpty();
        assertThat(tab.sheets(PICTURES.resolve(name + ".pdf"))).isBetween(2, mostSheets);
    }

    @Test
    void shouldMoveNothingForReadersWhoPreferThat() throws Exception {
        tab.media("", "prefers-reduced-motion", "reduce");
        openReport(PageSamples.two());
        tab.evaluate("document.querySelectorAll('.fold').forEach(fold => fold.click())");
        assertThat(words("getComputedStyle(document.documentElement).scrollBehavior"))
                .isEqualTo("auto");
        assertThat(number("document.getAnimations().length")).isZero();
    }

    /** Causes differ by their pattern, or one is at least three times as light as the other. */
    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void shouldTellCausesApartWithoutColours(String scheme) throws Exception {
        tab.scheme(scheme);
        openReport(PageSamples.two());
        assertThat(words("(() => { const light = fill => { const [r, g, b] = fill.match(/\\d+/g).map(v => v / 255)"
                        + ".map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);"
                        + " return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05; };"
                        + " const all = [...document.querySelectorAll('pattern')].map(p => ({ id: p.id,"
                        + " lines: [...p.querySelectorAll('line')].map(l => l.outerHTML).join(),"
                        + " light: light(getComputedStyle(p.firstChild).fill) }));"
                        + " return all.flatMap((a, i) => all.slice(i + 1).filter(b => a.lines === b.lines"
                        + " && Math.max(a.light / b.light, b.light / a.light) < 3).map(b => a.id + ' = ' + b.id))"
                        + ".join(); })()"))
                .isEmpty();
        assertThat(number("document.querySelectorAll('pattern').length")).isEqualTo(10);
    }
}
