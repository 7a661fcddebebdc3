package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of a run, in real processes. */
@NoLeaks
class FilesIT {
    private static final int BULK = 9_000_000;

    @TempDir
    Path directory;

    private Path points;
    private Path bulk;
    private Path environment;
    private Path out;

    @BeforeEach
    void write() throws Exception {
        points = Files.writeString(directory.resolve("points.csv"), "1,2");
        out = directory.resolve("out.txt");
        byte[] bytes = new byte[BULK];
        new Random(1).nextBytes(bytes);
        bulk = Files.write(directory.resolve("bulk.bin"), bytes);
        Path packed = Files.createDirectories(directory.resolve("packed/lib"));
        Files.writeString(packed.resolve("tool"), "tool");
        environment = directory.resolve("env.tar.gz");
        Process tar =
                new ProcessBuilder("tar", "czf", environment.toString(), "-C", packed.getParent() + "", "lib").start();
        assertThat(tar.waitFor()).isZero();
    }

    private MasterRun run(List<String> options, String... arguments) throws IOException {
        Map<String, String> cache =
                Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString());
        return MasterRun.master(directory, cache, words(options, arguments));
    }

    private String[] words(List<String> options, String... arguments) {
        return Words.of(
                "run %s %s -- --points %s --out %s %s",
                PoisonJar.in(directory, ReadFiles.class), options, points, out, arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--local=0", "--slots 2", "--local 2 --slots 1", "--local 1 --slots 2 --isolate on"})
    void shouldUseOriginalsOfThisMachineInTheirPlaces(String how) throws Exception {
        List<String> options = new ArrayList<>(List.of(how.split(" ")));
        options.addAll(List.of("--file", bulk + ":many", "--file", environment + ":unpack"));
        run(options, "--read", "many", "--read", "env/lib/tool").printed(0);
        assertThat(out).hasContent("1,2 " + BULK + " bytes tool " + points);
        assertThat(entries(directory.resolve("cache/sluice/files")))
                .as("the unpacked archive")
                .hasSize(1);
    }

    private static List<Path> entries(Path cache) throws IOException {
        try (Stream<Path> all = Files.list(cache)) {
            return all.filter(Files::isDirectory).toList();
        }
    }

    @Test
    void shouldSendEachFileOnceToAHostAndThroughASubMasterOnce() throws Exception {
        Path joined = directory.resolve("joined");
        List<String> arguments = listening(joined);
        JsonNode report;
        try (SubMasterTree tree = new SubMasterTree(directory, arguments)) {
            tree.subMaster("a", tree.runFile);
            MasterRun one = joins(tree.runFile, "one");
            MasterRun other = joins(tree.runFile, "one");
            MasterRun below = joins(tree.file("a"), "below");
            try (one;
                    other;
                    below) {
                for (String host : List.of("one", "below")) {
                    await().until(() -> complete(host).size() == 3);
                }
                Files.createFile(joined);
                report = tree.ends();
            }
        }
        String[] lines = Files.readString(out).split("\n");
        assertThat(lines).allMatch(line -> line.startsWith("1,2 " + BULK + " bytes tool "));
        assertThat(report.at("/traffic/other/bytesSent").asLong())
                .as("for two workers of one host, and a sub-master beside the original")
                .isBetween(BULK * 1L, BULK * 3L / 2);
        for (String host : List.of("one", "below")) {
            for (Path entry : complete(host)) {
                Path content = entry.resolve("content");
                if (Files.exists(content)) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(content)))
                            .isEqualTo("r--r--r--");
                }
            }
        }
    }

    /** Loopback workers with names of their own count as hosts that share a link, and have caches of their own. */
    @Test
    void shouldSendAFileOnceToHostsThatShareALink() throws Exception {
        Path joined = directory.resolve("joined");
        List<String> hosts = List.of("one", "two", "three");
        JsonNode report;
        try (SubMasterTree tree = new SubMasterTree(directory, listening(joined))) {
            MasterRun one = joins(tree.runFile, "one", "--name", "one", "--transport", "TCP");
            MasterRun two = joins(tree.runFile, "two", "--name", "two", "--transport", "TCP");
            MasterRun three = joins(tree.runFile, "three", "--name", "three", "--transport", "TCP");
            try (one;
                    two;
                    three) {
                for (String host : hosts) {
                    await().until(() -> complete(host).size() == 3);
                }
                Files.createFile(joined);
                report = tree.ends();
            }
            assertThat(Stream.of(one, two, three)
                            .filter(each -> each.err().contains("fetching bulk.bin from the master")))
                    .hasSize(1);
        }
        assertThat(Files.readString(out).split("\n")).allMatch(line -> line.startsWith("1,2 " + BULK + " bytes tool "));
        assertThat(report.at("/traffic/other/bytesSent").asLong()).isBetween(BULK * 1L, BULK * 3L / 2);
    }

    /** The files that a host has. */
    private List<Path> complete(String host) throws IOException {
        Path cache = directory.resolve("cache-of-" + host + "/files");
        return Files.exists(cache)
                ? entries(cache).stream()
                        .filter(entry -> entry.getFileName().toString().matches("[0-9a-f]{64}(-unpacked)?"))
                        .toList()
                : List.of();
    }

    /** Words of a run that reads all files and ends when this one exists. */
    private List<String> listening(Path joined) throws IOException {
        return List.of(
                "run",
                PoisonJar.in(directory, ReadFiles.class).toString(),
                "--listen",
                "127.0.0.1:0",
                "--run-file",
                directory.resolve("private/worker.run").toString(),
                "--file",
                bulk.toString(),
                "--file",
                environment + ":unpack",
                "--policy",
                "SS",
                "--json",
                "--",
                "--points",
                points.toString(),
                "--read",
                "bulk.bin",
                "--read",
                "env/lib/tool",
                "--out",
                out.toString(),
                "--awaits",
                joined.toString());
    }

    private MasterRun joins(Path runFile, String host, String... more) throws IOException {
        return MasterRun.worker(
                directory,
                Words.of(
                        "join --slots 1 --copy-files %s --cache %s %s",
                        more, directory.resolve("cache-of-" + host), runFile));
    }

    @Test
    void shouldRefuseFilesBeforeAnythingStarts() {
        assertRefused("E230", "--file", directory.resolve("missing").toString());
        assertRefused("E230", "--file", directory.toString());
        assertRefused("E232", "--local", "1", "--file", bulk + ":unpack");
        assertRefused("E200", "--file", bulk + ":../out");
        assertRefused("E200", "--space=file-cache-size=many");
        assertRefused("E230", "--local", "1", "--file", bulk + ":points.csv");
    }

    private void assertRefused(String code, String... options) {
        InProcess run = InProcess.sluice(words(List.of(options)));
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(code);
    }
}
