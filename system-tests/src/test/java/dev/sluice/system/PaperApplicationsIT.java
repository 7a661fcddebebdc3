package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications of the papers print the same answer, character for character, wherever their units are computed. */
@NoLeaks
class PaperApplicationsIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "ep, --class=S, verified: both sums are the official ones",
        "tsp, --seed=1, 'berlin52: 52 cities, length 7,542, the optimum'"
    })
    void shouldPrintTheSameAnswerWhateverComputesIt(String name, String options, String answer) throws Exception {
        String all = printed(name, options, "--serial");
        String serial = all.substring(0, all.indexOf("serial: "));
        assertThat(serial).contains(answer);
        for (String slots : List.of("1", "2", "3")) {
            assertThat(printed(name, options, "--slots", slots)).startsWith(serial);
        }
        assertThat(printed(name, options, "--local", "2")).startsWith(serial);
    }

    private String printed(String name, String options, String... place) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("run", Checkout.applicationJar(name).toString()));
        arguments.addAll(List.of(place));
        arguments.add("--");
        arguments.addAll(List.of(options.split(" ")));
        try (MasterRun run = MasterRun.master(directory, arguments.toArray(String[]::new))) {
            assertThat(run.exitCodeWithin(120)).as(run.err()).isZero();
            return run.out();
        }
    }
}
