package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.testing.NoLeaks;
import dev.sluice.view.ViewFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code sluice discover --host} over ssh in the test network finds which hosts share what. Needs root, and says so
 * where it is skipped. More shapes, and how true the capacities are, are measured by {@code benchmarks/bench
 * discovery}.
 */
@NoLeaks
class DiscoverLabIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"shared.yaml, a, 1", "two-sites.yaml, a, 2"})
    void shouldFindTheGroupsThatWereBuilt(String built, String vantage, int groups) throws Exception {
        Path found = directory.resolve("found.yaml");
        try (Lab lab = Lab.up(directory, built)) {
            List<String> arguments = new ArrayList<>(List.of("discover", "--slots=1", "--trials=2", "-o", "" + found));
            lab.hosts().stream().filter(host -> !host.equals(vantage)).forEach(host -> arguments.add("--host=" + host));
            try (MasterRun run = lab.master(vantage, directory, arguments.toArray(String[]::new))) {
                assertThat(run.exitCodeWithin(480)).as(run.err()).isZero();
            }
            assertThat(lab.processes()).isEmpty();
        }
        NetworkView view = ViewFile.read(found).view();
        NetworkView truth = ViewFile.read(Checkout.file("deploy/lab/" + built)).view();
        assertThat(groups(view)).isEqualTo(groups(truth)).hasSize(groups);
        assertThat(view.links().stream().anyMatch(link -> link.wire().shared()))
                .isEqualTo(truth.links().stream().anyMatch(link -> link.wire().shared()));
    }

    private static Set<Set<String>> groups(NetworkView view) {
        return view.links().stream()
                .map(Link::name)
                .map(link -> view.hosts().stream()
                        .filter(host -> view.links().get(host.link()).name().equals(link))
                        .map(Host::name)
                        .collect(Collectors.toSet()))
                .filter(hosts -> !hosts.isEmpty())
                .collect(Collectors.toSet());
    }
}
