package dev.sluice.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import dev.sluice.cli.ApplicationJar;
import dev.sluice.cli.Executed;
import dev.sluice.cli.NumberedUnits;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.testing.ReportData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real runs in one process: report, page, terminal and {@code run.json} name the same limit. */
@Tag("slow")
class OneVerdictTest {
    private static final String UNITS = "sluice.test.verdict.units";
    private static final String UNIT_MILLIS = "sluice.test.verdict.unit";
    private static final String LAST_MILLIS = "sluice.test.verdict.last";
    private static final String ACCEPT_MILLIS = "sluice.test.verdict.accept";

    @TempDir
    static Path directory;

    private static Path jar;

    /** Units that take the times that the test sets. */
    public static final class Timed extends NumberedUnits {
        public Timed() {
            super(Integer.getInteger(UNITS, 1));
        }

        @Override
        protected Long compute(None setup, Long unit) {
            boolean last = unit == Integer.getInteger(UNITS, 1) - 1;
            take(Integer.getInteger(last ? LAST_MILLIS : UNIT_MILLIS, 1));
            return unit;
        }

        @Override
        protected Verdict accept(long index, Long result) {
            take(Integer.getInteger(ACCEPT_MILLIS, 0));
            return Verdict.CONTINUE;
        }

        private static void take(long millis) {
            long end = System.nanoTime() + millis * 1_000_000;
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    @BeforeAll
    static void pack() throws IOException {
        jar = ApplicationJar.in(directory, Timed.class);
    }

    private static void set(String name, int value) {
        System.setProperty(name, String.valueOf(value));
    }

    private static String word(JsonTree limit) {
        String kind = limit.at("kind").text().toUpperCase(Locale.ROOT).replace('-', '_');
        return RunVerdict.Kind.valueOf(kind).word();
    }

    @ParameterizedTest
    @CsvSource({
        "30, 200, 200, 0, Computing",
        "8, 50, 4000, 0, Computing and a lack of work",
        "60, 1, 1, 60, The master",
        "4, 1, 1, 0, ''"
    })
    void shouldSayTheSameEverywhere(int units, int unit, int last, int accept, String limit) throws IOException {
        set(UNITS, units);
        set(UNIT_MILLIS, unit);
        set(LAST_MILLIS, last);
        set(ACCEPT_MILLIS, accept);
        Path run = directory.resolve("run-" + units);
        Executed ran = Executed.sluice("run", jar.toString(), "--slots=2", "--no-history", "--run-dir=" + run);
        assertThat(ran.code()).as(ran.err()).isZero();
        JsonTree report = JsonTree.read(run.resolve("run.json"));
        String sentence = report.at("verdict").at("sentence").text();
        List<JsonTree> limits = report.at("verdict").at("limits").elements();
        assertThat(sentence).isNotEmpty();
        limits.forEach(each -> assertThat(sentence).containsIgnoringCase(word(each)));
        double least = Math.max(units * accept, last + (units - 1) * unit / 2.0) / 1e3;
        if (report.at("seconds").number() < least + 1) { // else the machine was the limit for a while
            assertThat(sentence).startsWith(limit);
        }
        assertThat(ran.out() + ran.err()).contains(sentence);
        assertThat(Executed.sluice("report", run.toString(), "--text").out())
                .contains(sentence)
                .doesNotContain("model was wrong");
        assertThat(report.has("blame")).isFalse();
        Path page = run.resolve("report.html");
        JsonTree data = JsonTree.parse(page, ReportData.of(Files.readString(page)));
        assertThat(data.at("overview").at("bottleneck").text()).isEqualTo(sentence);
        assertThat(TopText.lines(PageFields.read(data))).contains(sentence);
        assertThat(data.at("links").elements().stream()
                        .filter(link -> link.at("binding").truth()))
                .as("links that the page marks, of %s", limits)
                .hasSize(limits.stream()
                        .mapToInt(each -> each.at("links").elements().size())
                        .sum());
    }
}
