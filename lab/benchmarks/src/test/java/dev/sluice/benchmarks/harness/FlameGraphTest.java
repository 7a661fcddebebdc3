package dev.sluice.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

class FlameGraphTest {
    private final FlameGraph graph = new FlameGraph();

    private void add(int times, String... methods) {
        for (int i = 0; i < times; i++) {
            graph.add("slot-" + i % 2, List.of(methods), method -> method.startsWith("Kernel."));
        }
    }

    @Test
    void shouldDrawEachMethodAboveItsCaller() {
        add(75, "Kernel.iterate", "Slot.run");
        add(25, "Loop.<init>", "Slot.run");
        String svg = graph.svg("A & B");
        assertThat(svg)
                .contains("A &amp; B (100 samples")
                .contains("<title>slot-N 100.0 %</title>")
                .contains("<title>Slot.run 100.0 %</title>")
                .contains("<title>Kernel.iterate 75.0 %</title>")
                .contains("<title>Loop.&lt;init&gt; 25.0 %</title>");
        assertThat(graph.countedShare()).isEqualTo(0.75);
    }

    @Test
    void shouldMergeAMethodBelowHalfAPercentIntoItsCaller() {
        add(995, "Wide.run");
        add(4, "Narrow.call", "Wide.run");
        add(1, "Wide.run");
        assertThat(graph.svg("merged")).contains("Wide.run 100.0 %").doesNotContain("Narrow");
    }

    @Test
    void shouldStaySmallAndWithoutScriptForManyDeepStacks() throws Exception {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            List<String> methods = new ArrayList<>();
            int stack = random.nextInt(1 + random.nextInt(150));
            for (int depth = 60; depth > 0; depth--) {
                methods.add("SomeRatherLongNameOfAClass" + stack + ".method" + depth);
            }
            graph.add("slot", methods, method -> false);
        }
        byte[] svg = graph.svg("deep").getBytes(StandardCharsets.UTF_8);
        assertThat(svg.length).isBetween(1_000, FlameGraph.MOST_BYTES);
        assertThat(new String(svg, StandardCharsets.UTF_8)).doesNotContain("<script", "href");
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(svg))
                        .getDocumentElement()
                        .getTagName())
                .isEqualTo("svg");
    }

    @Test
    void shouldDrawAnEmptyPictureWithoutSamples() {
        assertThat(graph.svg("nothing")).contains("nothing (0 samples");
        assertThat(graph.countedShare()).isNaN();
    }
}
