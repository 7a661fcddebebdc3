package dev.sluice.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {
    @Test
    void shouldHoldPicturesAndTablesAndLoadNothing() {
        String html = new Page("A <plan>", "lead & more")
                .heading("Flow")
                .picture(FlowTreeTest.paper().picture())
                .picture(FlowTreeTest.paper().picture())
                .table(List.of("host", "rate"), List.of(List.of("<b>", "12.5 /s")))
                .text("the end")
                .html();
        assertThat(html)
                .startsWith("<!DOCTYPE html>")
                .contains(
                        "<title>A &lt;plan&gt;</title>",
                        "lead &amp; more",
                        "<td>&lt;b&gt;</td><td class=\"n\">12.5 /s</td>")
                .doesNotContain("<script", "src=", "href=", "@import", "\u0001");
        assertThat(html.split("<style>", -1))
                .as("one style sheet for all pictures")
                .hasSize(2);
        assertThat(html).containsOnlyOnce("id=\"p1-title\"").containsOnlyOnce("id=\"p2-title\"");
    }
}
