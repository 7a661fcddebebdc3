package dev.sluice.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FlowTreeTest {
    private static final double NONE = Double.POSITIVE_INFINITY;

    /** Figure 1 of the work-rate paper with the master on B. */
    static FlowTree paper() {
        return new FlowTree(
                "Flow to B",
                "130 units/s; Net3 binds: with twice its capacity it would be 190 units/s.",
                List.of(
                        new FlowTree.Link("Net3", List.of(), 50, 50, "10 Mbit/s", 20_000_000, true),
                        new FlowTree.Link("Net1", List.of(0), NONE, 130, "1 Gbit/s", 0, false),
                        new FlowTree.Link("Net2", List.of(0), 400, 50, "100 Mbit/s", 200_000, false)),
                List.of(
                        new FlowTree.Host("A", 1, 1, 80, 80, NONE, false),
                        new FlowTree.Host("B", 1, 1, 0, 150, NONE, false),
                        new FlowTree.Host("C", 2, 1, 50, 50, NONE, false),
                        new FlowTree.Host("D", 2, 1, 0, 10, 8, false)),
                1,
                130);
    }

    static FlowTree sites(int sites, int hosts) {
        List<FlowTree.Link> links = new ArrayList<>();
        List<FlowTree.Host> all = new ArrayList<>();
        links.add(new FlowTree.Link("backbone", List.of(), NONE, 100, "", 0, false));
        for (int site = 0; site < sites; site++) {
            double capacity = 100 * (1 + site % 7);
            links.add(new FlowTree.Link("site-" + site, List.of(0), capacity, 90, "1 Gbit/s", 1_000_000, site == 3));
            for (int host = 0; host < hosts; host++) {
                double rate = all.isEmpty() ? 0 : 90.0 / hosts;
                all.add(new FlowTree.Host("n-" + site + "-" + host, site + 1, 8, rate, 10, NONE, false));
            }
        }
        return new FlowTree("Many", "Hosts that are alike stand in one row.", links, all, 0, 90.0 * sites);
    }

    @Test
    void shouldShowHostsLinksAndWhatBinds() throws Exception {
        Drawn drawn = Drawn.of(paper().picture());
        assertThat(drawn.texts("text"))
                .contains("A", "B", "C", "D", "Net1", "Net2", "Net3", "▲ binds", "130/s in all")
                .contains("50/s of 50/s · 100 %", "10 Mbit/s · 20 ms one way", "80/s of 80/s · 100 %", "not used");
        assertThat(drawn.count("rect", "alert"))
                .as("water of Net3, and the legend's")
                .isEqualTo(2);
    }

    @Test
    void shouldShowHostsThatAreAlikeInOneRow() throws Exception {
        Drawn drawn = Drawn.of(sites(6, 1000).picture());
        assertThat(drawn.texts("text")).contains("×1000", "×999");
    }

    @Test
    void shouldStaySmallWithOneHundredThousandHosts() throws Exception {
        Drawn drawn = Drawn.of(sites(1000, 100).picture());
        assertThat(drawn.svg()).hasSizeLessThan(300_000);
    }

    @Test
    void shouldStaySmallWhereNoTwoHostsAreAlike() throws Exception {
        List<FlowTree.Host> hosts = new ArrayList<>();
        List<FlowTree.Link> links = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            List<Integer> parents = i == 0 ? List.of() : List.of((i - 1) / 3);
            links.add(new FlowTree.Link("l" + i, parents, 10 + i, i, "", i, false));
            for (int h = 0; h < 20; h++) {
                hosts.add(new FlowTree.Host("h" + i + "-" + h, i, 1, i + h * 0.01, 2000 + 7 * i + h, NONE, false));
            }
        }
        Drawn drawn = Drawn.of(new FlowTree("All different", "", links, hosts, 77, 5).picture());
        assertThat(drawn.svg()).hasSizeLessThan(300_000);
        assertThat(drawn.texts("text").toString()).contains("more links");
    }

    @Test
    void shouldNotShowMarkupInNames() throws Exception {
        String evil = "</text><script>alert('&amp;\"')</script>\u0000\u202e\ud800]]>";
        FlowTree tree = new FlowTree(
                evil,
                evil,
                List.of(new FlowTree.Link(evil, List.of(), 1, 1, evil, 1, true)),
                List.of(
                        new FlowTree.Host(evil, 0, 1, 0, 1, NONE, false),
                        new FlowTree.Host(evil + evil.repeat(50), 0, 1, 1, 1, NONE, true)),
                0,
                1);
        Drawn drawn = Drawn.of(tree.picture());
        assertThat(drawn.count("script", "")).isZero();
    }

    @Test
    void shouldDrawOneHostAlone() throws Exception {
        FlowTree tree = new FlowTree(
                "Alone",
                "",
                List.of(new FlowTree.Link("net", List.of(), 0, 0, "", 0, false)),
                List.of(new FlowTree.Host("a", 0, 1, 0, 0, 0, false)),
                0,
                0);
        assertThat(Drawn.of(tree.picture()).texts("text")).contains("a", "net", "0/s in all");
    }

    @Test
    void shouldDrawAChainOfTenThousandLinks() throws Exception {
        List<FlowTree.Link> links = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            links.add(new FlowTree.Link("l" + i, i == 0 ? List.of() : List.of(i - 1), 1, 1, "", 0, false));
        }
        List<FlowTree.Host> hosts = List.of(
                new FlowTree.Host("a", 0, 1, 0, 1, NONE, false), new FlowTree.Host("b", 9_999, 1, 1, 1, NONE, false));
        assertThat(Drawn.of(new FlowTree("Chain", "", links, hosts, 0, 1).picture())
                        .texts("text")
                        .toString())
                .contains("1 hosts on 9988 more links");
    }

    @SeededTest(runs = 60)
    void shouldKeepLabelsApartInAnyGraph(RandomGenerator random) throws Exception {
        int links = 1 + random.nextInt(30);
        List<FlowTree.Link> all = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            List<Integer> parents = new ArrayList<>();
            for (int k = 0; k < (i == 0 ? 0 : 1 + random.nextInt(2)); k++) {
                int parent = random.nextInt(i);
                if (!parents.contains(parent)) {
                    parents.add(parent);
                }
            }
            double capacity = random.nextInt(4) == 0 ? NONE : Math.pow(10, random.nextInt(40) - 20);
            String name = "W".repeat(random.nextInt(60)) + i;
            all.add(new FlowTree.Link(
                    name, parents, capacity, capacity == NONE ? 1e18 : capacity, name, 1L << i, i % 3 == 0));
        }
        List<FlowTree.Host> hosts = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(60); i++) {
            double most = random.nextInt(5) == 0 ? 0 : Math.pow(10, random.nextInt(300) - 150);
            hosts.add(new FlowTree.Host(
                    "m".repeat(1 + random.nextInt(70)),
                    random.nextInt(links),
                    999_999,
                    most,
                    most,
                    most / 2,
                    i % 2 == 0));
        }
        Drawn.of(new FlowTree("T", "S ".repeat(400), all, hosts, random.nextInt(hosts.size()), 1e300).picture());
    }

    @Test
    void shouldRefuseWhatIsNotANumber() {
        assertThatThrownBy(() -> new FlowTree.Link("a", List.of(), Double.NaN, 0, "", 0, false))
                .hasMessageContaining("capacity of a");
        assertThatThrownBy(() -> new FlowTree("t", "", List.of(), List.of(), 0, 0))
                .hasMessageContaining("master");
    }
}
