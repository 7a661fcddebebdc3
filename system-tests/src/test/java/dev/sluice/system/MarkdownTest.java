package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MarkdownTest {
    private static final String TEXT = """
            # Title, with a [link](docs/a.md#part) and [another](https://example.org)

            <!-- listing: A.java -->
            ```java
            old
            ```
            ```sh
            one
            two
            ```
            """;

    @Test
    void shouldFindBlocksWithLanguageAndTheLineAbove() {
        Markdown markdown = Markdown.of(TEXT);
        assertThat(markdown.blocks()).extracting(Markdown.Block::language).containsExactly("java", "sh");
        assertThat(markdown.blocks()).extracting(Listing::source).containsExactly("A.java", "");
        assertThat(markdown.blocks().get(1).lines()).containsExactly("one", "two");
    }

    @Test
    void shouldFindLinksToFiles() {
        assertThat(Markdown.of(TEXT).localLinks()).containsExactly("docs/a.md");
    }

    @Test
    void shouldReplaceABlock() {
        Markdown markdown = Markdown.of(TEXT);
        assertThat(markdown.with(markdown.blocks().get(0), java.util.List.of("new", "er")))
                .isEqualTo(TEXT.replace("old", "new\ner"));
    }

    @Test
    void shouldTakeTheMarkedRegionToTheMargin() {
        assertThat(Listing.of("class A {\n    // tag::readme[]\n    int a;\n\n        b\n    // end::readme[]\n}"))
                .containsExactly("int a;", "", "    b");
        assertThatThrownBy(() -> Listing.of("class A {}")).hasMessageContaining("no line '// tag::readme[]'");
    }
}
