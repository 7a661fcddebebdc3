package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A standing pool on this machine, as docs/pool.md tells of its first day: submitted runs outlive the login and the
 * pool's process, and it leaves nothing behind.
 */
@NoLeaks
class PoolIT {
    private static final int UNITS = 400;

    @TempDir
    Path directory;

    private Path state() {
        return directory.resolve("state");
    }

    private StandingPool pool() {
        return new StandingPool(state().resolve("sluice").resolve("pool"), "XDG_STATE_HOME=" + state());
    }

    /** The script with which the pool and the masters of its runs start. */
    @BeforeEach
    void makeTheScript() throws IOException {
        SluiceShell.in(directory.resolve("own"));
    }

    @AfterEach
    void endAll() {
        pool().end();
    }

    private String printed(int exitCode, String... arguments) throws Exception {
        List<String> java = List.of("-Dsluice.script=" + directory.resolve("own/bin/sluice"));
        return pool().ended(exitCode, MasterRun.master(directory, java, arguments))
                .out();
    }

    private JsonNode status() throws Exception {
        return RunSchema.read(printed(0, "pool", "status", "--json"), "docs/pool.schema.json");
    }

    /** Words of the page, and their values here. */
    private Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("/home/ada/.local/state", state().toString());
        names.put("node1", ThisHost.name());
        return names;
    }

    /** Types one login of the page. */
    private void logIn(Transcript login, Map<String, String> names) throws Exception {
        String checkout = Checkout.file("sluice").getParent().toString();
        String setting = "export XDG_STATE_HOME='" + state() + "' SLUICE_HOME='" + checkout
                + "' SLUICE_CLASS_ARCHIVES=off\nsluice() { '" + checkout + "/sluice' \"$@\"; }\n";
        try (Terminal terminal = Terminal.logIn(directory, setting + login.script(names))) {
            assertThat(terminal.exitCodeWithin((int) StandingPool.PATIENCE.toSeconds()))
                    .as(() -> terminal.output() + "\n" + pool().log())
                    .isZero();
            login.check(terminal.output(), names);
            terminal.hangUp();
        }
    }

    private String each(String id, String after, String command, String input) throws Exception {
        List<String> words = new ArrayList<>(List.of("submit", "--id", id));
        words.addAll(after.isEmpty() ? List.of() : List.of("--after", after));
        words.addAll(List.of("each", command, ":::", input));
        return printed(0, words.toArray(String[]::new));
    }

    @Test
    void shouldBeginARunWhenThoseBeforeItHaveSucceeded() throws Exception {
        printed(0, "pool", "start", "--slots", "2");
        each("good", "", "until test -e go; do sleep 0.1; done; echo {} >> order", "one");
        each("next", "good", "echo {} >> order", "two");
        each("bad", "", "exit {}", "3");
        each("never", "good,bad", "echo {} >> order", "three");
        printed(1, "attach", "--wait", "bad");
        Files.createFile(directory.resolve("go"));
        Path order = directory.resolve("order");
        Path said = pool().directory().resolve("runs/never/log");
        await().atMost(StandingPool.PATIENCE)
                .until(() -> Files.exists(order) && Checkout.read(order).equals("one\ntwo\n"));
        await().atMost(StandingPool.PATIENCE)
                .until(() -> Files.exists(said) && Checkout.read(said).contains("E286 --after: bad: "));
        assertThat(order).hasContent("one\ntwo");
        printed(0, "pool", "stop", "--now");
        pool().awaitEnd();
    }

    private static List<Transcript> firstDay() {
        String page = Checkout.read(Checkout.file("docs/pool.md"));
        return Markdown.of(page).blocks().stream()
                .filter(block -> block.language().equals("console"))
                .map(Transcript::new)
                .toList();
    }

    @Test
    void shouldDoWhatTheFirstDayOfThePageSays() throws Exception {
        List<Transcript> day = firstDay();
        assertThat(day).hasSize(3);
        Map<String, String> names = names();

        logIn(day.get(0), names);
        String words = "each-" + names.get("20260105-081530-1f43");
        String drawing = "mandelbrot-" + names.get("20260105-081602-77e0");
        assertThat(status().at("/runs")).map(run -> run.at("/run").asText()).contains(words);
        assertThat(printed(4, "logs", "--output", words)).isEmpty();
        assertThat(printed(4, "pool", "stop", "--pool-role", "admin")).isEmpty();
        assertThat(printed(4, "pool", "stop", "--now", "--pool-role", "submit")).isEmpty();

        logIn(day.get(1), names);
        assertThat(printed(0, "logs", "--output", words).lines().toList())
                .isEqualTo(IntStream.rangeClosed(1, UNITS)
                        .mapToObj(number -> number + " is done")
                        .toList());
        String jar = Checkout.applicationJar("mandelbrot").toString();
        printed(
                0,
                Words.of(
                        "run %s --local=0 -- --width 900 --height 700 --limit 12000 --tile 30x30 --out serial.png",
                        jar));
        assertThat(directory.resolve("big.png")).hasSameBinaryContentAs(directory.resolve("serial.png"));
        assertThat(printed(0, "logs", drawing)).contains("joined with");
        JsonNode runs =
                new ObjectMapper().readTree(printed(0, "runs", "--json")).at("/runs");
        assertThat(runs).map(run -> run.at("/run").asText()).contains(words, drawing);

        logIn(day.get(2), names);
        pool().awaitEnd();
        try (Stream<Path> left = Files.list(pool().directory().resolve("private"))) {
            assertThat(left.map(file -> file.getFileName().toString())).containsExactly("identity");
        }
    }
}
