package dev.sluice.cli.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.None;
import dev.sluice.cli.ApplicationJar;
import dev.sluice.cli.Executed;
import dev.sluice.cli.NumberedUnits;
import dev.sluice.json.JsonTree;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time of files in predictions, from the command line. */
class PredictCommandTest {
    /** Eight megabytes, which take 8 s over the port of a host. */
    private static final int FILE_BYTES = 8_000_000;

    private static final String VIEW = """
        name: star
        links:
          - {name: net}
        hosts:
          - {name: master, link: net}
          - {name: h1, link: net, rate: 1 MB/s}
          - {name: h2, link: net, rate: 1 MB/s}
        """;

    @TempDir
    Path directory;

    /** Quick units that need a file. */
    public static final class Reading extends NumberedUnits {
        private long size;

        public Reading() {
            super(64);
        }

        @Override
        protected void loadState() throws IOException {
            size = Files.size(file("points.bin"));
        }

        @Override
        protected Long compute(None setup, Long unit) {
            return unit + size;
        }
    }

    private Path jar() throws IOException {
        return ApplicationJar.in(directory, Reading.class);
    }

    private Path file() throws IOException {
        Path file = directory.resolve("points.bin");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(FILE_BYTES);
        }
        return file;
    }

    private Executed predict(String... more) throws IOException {
        Path view = directory.resolve("view.yaml");
        Files.writeString(view, VIEW);
        List<String> arguments = new ArrayList<>(List.of("predict", jar().toString(), "--view", view.toString()));
        arguments.addAll(List.of("--master", "master", "--workers", "1,2", "--no-history", "--keep", "0", "--budget"));
        arguments.addAll(List.of(
                "60s", "--file", file().toString(), "--out", prediction().toString()));
        arguments.addAll(List.of(more));
        return Executed.sluice(arguments.toArray(String[]::new));
    }

    private Path prediction() {
        return directory.resolve("app.prediction.json");
    }

    @Test
    void shouldCountAndRecordTheFiles() throws Exception {
        Executed predicted = predict();
        assertThat(predicted.code()).as(predicted.err()).isZero();
        assertThat(predicted.out()).containsPattern("(?m)^files 8 MB: 8\\.\\d+ s before the last of 1 worker ");
        JsonTree json = JsonTree.read(prediction());
        List<JsonTree> files = json.at("files").elements();
        assertThat(files).hasSize(1);
        assertThat(files.get(0).at("name").text()).isEqualTo("points.bin");
        assertThat(files.get(0).at("bytes").whole()).isEqualTo(FILE_BYTES);
        assertThat(files.get(0).at("sha256").text()).hasSize(64);
        for (JsonTree point : json.at("curve").at("points").elements()) {
            assertThat(point.at("stagingSeconds").number())
                    .as("8 s, and headers of packets")
                    .isBetween(8.0, 8.6);
            assertThat(point.at("seconds").number())
                    .isGreaterThan(point.at("stagingSeconds").number());
        }
    }

    @Test
    void shouldPlanWithTheFilesOfAPrediction() throws Exception {
        assertThat(predict().code()).isZero();
        Executed planned = Executed.sluice(
                "plan",
                "--view",
                directory.resolve("view.yaml").toString(),
                "--master",
                "master",
                "--prediction",
                prediction().toString(),
                "--json");
        assertThat(planned.code()).as(planned.err()).isZero();
        JsonTree files = JsonTree.parse(prediction(), planned.out()).at("files");
        assertThat(files.at("bytes").whole()).isEqualTo(FILE_BYTES);
        assertThat(files.at("seconds").number()).isEqualTo(8, within(0.01));
    }

    /** The quantity of a user: how long from now. The rest explains it. */
    @Test
    void shouldFirstSayHowLongFromNow() throws Exception {
        String[] usual = {
            "predict",
            jar().toString(),
            "--workers",
            "1,2",
            "--no-history",
            "--keep",
            "0",
            "--file",
            file().toString(),
            "--out",
            prediction().toString()
        };
        Executed here = Executed.sluice(usual);
        assertThat(here.code()).as(here.err()).isZero();
        int slots = Runtime.getRuntime().availableProcessors();
        List<String> lines = here.out().lines().toList();
        assertThat(lines.get(0))
                .matches("About [0-9.]+ m?s from now \\([0-9.]+ m?s to [0-9.]+ m?s\\), from the command to the end: "
                        + slots + " slots? of this machine");
        assertThat(lines.subList(1, 3)).containsExactly("", "Why:");
        JsonTree forecast = JsonTree.read(prediction()).at("forecast");
        assertThat(forecast.at("whole").truth()).isTrue();
        assertThat(forecast.at("seconds").number())
                .as("the start of the command and of a worker are part of it")
                .isGreaterThan(0.9)
                .isBetween(forecast.at("low").number(), forecast.at("high").number());

        Executed viewed = predict();
        assertThat(viewed.out().lines().findFirst().orElseThrow())
                .startsWith("About ")
                .contains(" from now (")
                .endsWith("1 worker on the hosts of " + directory.resolve("view.yaml")
                        + ", the best first, with the master on master");
        assertThat(JsonTree.read(prediction()).at("forecast").at("seconds").number())
                .as("the file alone takes 8 s")
                .isGreaterThan(8 + 0.9);
    }
}
