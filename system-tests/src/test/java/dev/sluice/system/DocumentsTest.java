package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Documents that name files, sources and dependencies name those that are there. */
class DocumentsTest {
    private static final int LISTING_LINES = 25;
    private static final int APPLICATION_LINES = 60;

    @Test
    void shouldShowSourcesAsTheyAre() throws IOException {
        for (Path document : Checkout.documents()) {
            Markdown markdown = Markdown.of(Checkout.read(document));
            for (Markdown.Block block : markdown.blocks()) {
                if (Listing.source(block).isEmpty()) {
                    continue;
                }
                List<String> source = Listing.of(Checkout.read(Checkout.file(Listing.source(block))));
                if (Checkout.isUpdating("listings") && !source.equals(block.lines())) {
                    Files.writeString(document, markdown.with(block, source));
                    continue;
                }
                assertThat(block.lines())
                        .as(
                                "%s shows %s (update: mvn -pl system-tests -am test -Dsluice.update=listings)",
                                document.getFileName(), Listing.source(block))
                        .isEqualTo(source);
            }
        }
    }

    @Test
    void shouldShowAWholeApplicationInAFewLines() {
        Markdown.Block listing = Markdown.of(Checkout.read(Checkout.file("README.md"))).blocks().stream()
                .filter(block -> !Listing.source(block).isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(listing.lines()).hasSizeLessThanOrEqualTo(LISTING_LINES);
        assertThat(Checkout.read(Checkout.file(Listing.source(listing))).lines())
                .hasSizeLessThanOrEqualTo(APPLICATION_LINES);
    }

    @Test
    void shouldLinkToFilesThatAreThere() {
        for (Path document : Checkout.documents()) {
            for (String link : Markdown.of(Checkout.read(document)).localLinks()) {
                assertThat(document.resolveSibling(link))
                        .as("link in %s", document)
                        .exists();
            }
        }
    }

    /** Each page of {@code docs/} has a link in {@code README.md} or {@code docs/README.md}. */
    @Test
    void shouldLinkToEveryPage() throws IOException {
        Set<Path> linked = new TreeSet<>();
        for (String readme : List.of("README.md", "docs/README.md")) {
            Path document = Checkout.file(readme);
            for (String link : Markdown.of(Checkout.read(document)).localLinks()) {
                linked.add(document.resolveSibling(link).normalize());
            }
        }
        try (var pages = Files.list(Checkout.file("docs"))) {
            assertThat(pages.filter(page -> page.toString().endsWith(".md"))).isSubsetOf(linked);
        }
    }

    @Test
    void shouldSayWhyEachDependencyIsThere() throws IOException {
        Set<String> used = new TreeSet<>();
        for (Path pom : Checkout.poms()) {
            Matcher matcher = Pattern.compile("<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>")
                    .matcher(Checkout.read(pom).replaceAll("(?s)<exclusions>.*?</exclusions>", ""));
            while (matcher.find()) {
                if (!matcher.group(1).equals("dev.sluice")) {
                    used.add(matcher.group(2));
                }
            }
        }
        Set<String> told = new TreeSet<>();
        Matcher matcher =
                Pattern.compile("(?m)^\\| `([^`]+)` \\|").matcher(Checkout.read(Checkout.file("docs/dependencies.md")));
        while (matcher.find()) {
            told.add(matcher.group(1));
        }
        assertThat(told).as("lines of docs/dependencies.md").isEqualTo(used);
    }
}
