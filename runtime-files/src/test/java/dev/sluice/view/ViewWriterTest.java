package dev.sluice.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Amounts;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.testing.SeededTest;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ViewWriterTest {
    private static final List<String> NAMES = List.of(
            "a",
            "null",
            "yes",
            "it's",
            "say \"hi\"",
            "<b>&amp;",
            "a: b",
            "#1",
            "- x",
            "{y}",
            "ü",
            "1.5",
            "back\\slash",
            "~",
            "a,b");

    @SeededTest(runs = 200)
    void shouldReadWhatItWrote(RandomGenerator random) {
        NetworkView view = view(random);
        assertThat(ViewFile.parse("v.yaml", ViewWriter.yaml(view)).view()).isEqualTo(view);
        assertThat(ViewFile.parse("v.json", ViewWriter.json(view)).view()).isEqualTo(view);
    }

    @Test
    void shouldKeepWhatAMeasurementLeftUndecided() {
        NetworkView view = ViewFile.parse("v.yaml", "name: v\nlinks: [{name: l}]\nhosts: [{name: m, link: l}]")
                .view();
        Instant measured = Instant.parse("2026-11-28T08:30:00Z");
        List<String> open = List.of("The rate of a is undecided: of 7 trials, 3 agree; the view has \"less\"");

        assertThat(ViewFile.parse("v.yaml", ViewWriter.yaml(view, measured, List.of(), open))
                        .undecided())
                .isEqualTo(open);
        assertThat(ViewFile.parse("v.json", ViewWriter.json(view, measured, open))
                        .undecided())
                .isEqualTo(open);
        assertThat(ViewFile.parse("v.json", ViewWriter.json(view)).undecided()).isEmpty();
    }

    private static NetworkView view(RandomGenerator random) {
        List<Link> links = new ArrayList<>(List.of(new Link("root", Wire.UNLIMITED)));
        for (int l = 1; l < 5; l++) {
            List<Integer> parents = random.nextBoolean() || l == 1 ? List.of(random.nextInt(l)) : List.of(0, l - 1);
            links.add(new Link("link " + NAMES.get(random.nextInt(NAMES.size())) + l, parents, wire(random)));
        }
        List<Host> hosts = new ArrayList<>();
        for (String name : NAMES) {
            int slots = 1 << random.nextInt(4);
            double available = random.nextBoolean() ? 1 : random.nextInt(1, 8) / 8.0;
            double speed = random.nextBoolean() ? 1 : random.nextDouble(0.1, 10);
            double master = random.nextBoolean() ? speed : random.nextDouble(0.1, 10);
            hosts.add(new Host(
                    name, random.nextInt(5), wire(random), slots, speed, master, available, "x:" + name, Amounts.NONE));
        }
        return new NetworkView("view " + NAMES.get(random.nextInt(NAMES.size())), links, hosts);
    }

    private static Wire wire(RandomGenerator random) {
        double rate = random.nextBoolean() ? random.nextInt(1, 1000) * 125_000.0 : random.nextDouble(1, 1e9);
        return switch (random.nextInt(4)) {
            case 0 -> Wire.UNLIMITED;
            case 1 -> Wire.shared(rate).withLatency(random.nextInt(1, 1_000_000_000));
            case 2 -> new Wire(rate, Double.POSITIVE_INFINITY, false, 0, random.nextInt(1, 1 << 30));
            default -> new Wire(rate, random.nextDouble(1, 1e9), false, 3_000_000, 65_536);
        };
    }

    @Test
    void shouldWriteGraphMlThatParses() throws Exception {
        NetworkView view = ViewFile.parse(
                        "v.yaml",
                        "name: <v>\nlinks: [{name: \"a&b\"}, {name: l, parent: \"a&b\", rate: 8 Mbit/s}]\n"
                                + "hosts: [{name: m, link: \"a&b\"}, {name: w, link: l}]")
                .view();
        FlowSolution flow =
                Placement.solve(view, new UnitCosts(0.1, 0, 1000, 1000, 0)).solution(0);
        Document graph = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(ViewWriter.graphMl(view, flow))));
        assertThat(graph.getElementsByTagName("node").getLength()).isEqualTo(4);
        assertThat(graph.getElementsByTagName("edge").getLength()).isEqualTo(3);
        assertThat(graph.getElementsByTagName("graph")
                        .item(0)
                        .getAttributes()
                        .getNamedItem("id")
                        .getNodeValue())
                .isEqualTo("<v>");
        assertThat(ViewWriter.graphMl(view, flow)).contains("<data key=\"rate\">10.0</data>", ">master<", ">worker<");
        assertThat(ViewWriter.graphMl(view, null)).doesNotContain("role\">");
    }

    @Test
    void shouldWriteDot() {
        NetworkView view = ViewFile.parse(
                        "v.yaml",
                        "name: v\nlinks: [{name: \"a\\\"b\"}, {name: l, parent: \"a\\\"b\", rate: 8 Mbit/s}]\n"
                                + "hosts: [{name: m, link: l}, {name: w, link: l}]")
                .view();
        FlowSolution flow =
                Placement.solve(view, new UnitCosts(0.1, 0, 1000, 1000, 0)).solution(0);
        assertThat(ViewWriter.dot(view, flow, List.of("The rate of a is undecided")))
                .startsWith("graph \"v\" {")
                .contains("label=\"The rate of a is undecided\";")
                .contains("l0 [shape=box, label=\"a\\\"b\"];")
                .contains("l0 -- l1 [label=\"8 Mbit/s\", penwidth=1.0];")
                .contains("h0 [label=\"m\\nmaster\", peripheries=2, style=bold];")
                .contains("l1 -- h1 [label=\"\", penwidth=8.0];")
                .endsWith("}\n");
    }
}
