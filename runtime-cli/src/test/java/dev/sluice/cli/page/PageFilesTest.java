package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ledger.Cause;
import dev.sluice.picture.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageFilesTest {
    private static final Pattern IN_PICTURES = Pattern.compile("\\.pic \\.(c-[a-z-]+)\\{fill:(#[0-9a-f]+)}");

    @Test
    void shouldHaveEachFileThatThePageAsksFor() {
        Matcher matcher = Pattern.compile("(?:src|href)=\"([^\"#]+)\"").matcher(PageFiles.text(PageFiles.INDEX));
        while (matcher.find()) {
            assertThat(PageFiles.of(matcher.group(1))).as(matcher.group(1)).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "../page.css", "page.css/", "PageFiles.class", "/etc/passwd", "%2e%2e/page.css"})
    void shouldHaveNoOtherFile(String name) {
        assertThat(PageFiles.of(name)).isNull();
    }

    /** The page and the pictures of other commands give each cause the same colour, light and dark. */
    @Test
    void shouldUseTheColoursOfPictures() {
        List<String> inPictures = new ArrayList<>();
        Matcher matcher = IN_PICTURES.matcher(new Page("", "").html());
        while (matcher.find()) {
            inPictures.add("--" + matcher.group(1) + ": " + matcher.group(2) + ";");
        }
        int causes = Cause.values().length;
        assertThat(inPictures).hasSize(2 * causes);
        String sheet = PageFiles.text(PageFiles.SHEET);
        int dark = sheet.indexOf("prefers-color-scheme: dark");
        assertThat(sheet.substring(0, dark)).contains(inPictures.subList(0, causes));
        assertThat(sheet.substring(dark)).contains(inPictures.subList(causes, 2 * causes));
    }

    /** Strings of a run become text, never markup; and nothing is loaded from elsewhere. */
    @Test
    void shouldNeitherParseStringsNorLoadAnything() {
        for (String name : PageFiles.names()) {
            String text = PageFiles.text(name).toLowerCase(Locale.ROOT);
            assertThat(text)
                    .as(name)
                    .doesNotContain("innerhtml", "outerhtml", "insertadjacenthtml", "document.write", "eval(")
                    .doesNotContain(" style=", "onclick=", "@import", "url(http", "src=\"http", "href=\"http");
        }
    }
}
