package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.OnPath;
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
        "dot, --size=32 --rotations=24, 'verified: the planted pose is the best, and all energies are those of direct"
                + " sums'",
        "jacobi, --rows=300 --columns=200 --iterations=90 --verify, 'verified: every cell has the bits of the serial"
                + " solution'",
        "tsp, --seed=1, 'berlin52: 52 cities, length 7,542, the optimum'",
        "tomography, --slices=25, verified: scikit-image 0.26 leaves the same error",
        "render, --verify --width=160 --height=120 --tile=80x60, verified: every pixel is that of POV-Ray's own"
    })
    void shouldPrintTheSameAnswerWhateverComputesIt(String name, String options, String answer) throws Exception {
        assumeTrue(!name.equals("render") || OnPath.has("povray"), "povray is not installed");
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
