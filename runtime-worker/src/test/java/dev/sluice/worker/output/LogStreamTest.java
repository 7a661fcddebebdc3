package dev.sluice.worker.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.api.unit.Printout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A log of 6400 bytes: 1600 of them at once, then 100 a second. */
class LogStreamTest {
    private static final int MOST = 6_400;
    private static final int BURST = 1_600;
    private static final int SECOND = 100;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final PrintStream log = new PrintStream(file, true, StandardCharsets.UTF_8);
    private long now;
    private final OutputBound bound = new OutputBound(MOST, () -> now);
    private final PrintStream out = new UnitPrinter(Printout.OUT, log, bound);

    private String text() {
        return file.toString(StandardCharsets.UTF_8);
    }

    private long kept() {
        return text().lines()
                .filter(line -> line.matches("x+"))
                .mapToInt(String::length)
                .sum();
    }

    private void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void shouldPassWhatIsWithinTheBounds() {
        out.print("é\tone\n");
        out.println("two");

        assertThat(text()).isEqualTo("é\tone\ntwo\n");
        assertThat(bound.total()).isEmpty();
    }

    @Test
    void shouldEscapeControlCharacters() {
        out.print("a\u001b[2Jb\u0007\u007f\u0000c\u009b1m\u00a9");

        assertThat(text()).isEqualTo("a\\x1b[2Jb\\x07\\x7f\\x00c\\x9b1m\u00a9");
    }

    @Test
    void shouldEndALineAtACarriageReturn() {
        out.print("10 %\r20 %\r\nthere\n");

        assertThat(text()).isEqualTo("10 %\n20 %\nthere\n");
    }

    @Test
    void shouldEscapeACharacterThatComesInTwoPieces() {
        out.write(0xc2);
        out.write(0x9b);

        assertThat(text()).isEqualTo("\\x9b");
    }

    @Test
    void shouldSayOnceThatUnitsPrintTooFast() {
        out.print("x".repeat(5_000));
        out.print("x".repeat(5_000));

        assertThat(kept()).isEqualTo(BURST);
        assertThat(text().substring(BURST))
                .isEqualTo("\nsluice: output of units: units print faster than 100 bytes a second; the log leaves out"
                        + " what is more, and units go on\n");
    }

    @Test
    void shouldGoOnAfterAGapAndSayHowMuchItLacks() {
        out.print("x".repeat(BURST + 1_234));
        pass(1);
        out.println("later");

        assertThat(text())
                .endsWith("sluice: output of units: 1,234 bytes left out here (expected: at most 100 bytes a"
                        + " second)\nlater\n");
    }

    @Test
    void shouldStayInAGapUntilASecondIsSaved() {
        out.print("x".repeat(BURST + 1));
        now += TimeUnit.SECONDS.toNanos(1) - 1;
        out.println("early");

        assertThat(text()).doesNotContain("early");
    }

    @Test
    void shouldEndTheLogForUnitsAtItsBoundAndSaySoOnce() {
        for (int i = 0; i < 1_000; i++) {
            out.print("x".repeat(10 * SECOND));
            pass(1);
        }

        assertThat(kept()).isEqualTo(MOST);
        assertThat(text().split("has reached its 6,400 bytes of them and ends here for units", -1))
                .hasSize(2);
        assertThat(text()).endsWith("--output-limit says how much is kept\n");
        assertThat(bound.total())
                .hasValue("sluice: output of units: 993,600 bytes were left out of this log, and 6,400 bytes kept");
    }

    @Test
    void shouldKeepALogOfGigabytesSmall() {
        byte[] megabyte = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 4_096; i++) {
            out.write(megabyte, 0, megabyte.length);
            pass(1);
        }

        assertThat(file.size()).isLessThan(2 * MOST + 100 * BURST);
        assertThat(bound.total())
                .hasValueSatisfying(line -> assertThat(line).contains("4,294,960,896 bytes were left"));
    }

    @Test
    void shouldShareTheBoundBetweenStreams() {
        out.print("x".repeat(BURST));
        new UnitPrinter(Printout.OUT, log, bound).print("x");

        assertThat(kept()).isEqualTo(BURST);
    }

    @Test
    void shouldGoOnWhenAUnitClosesItsOutput() {
        out.close();
        out.print("later");

        assertThat(text()).isEqualTo("later");
    }

    @Test
    void shouldLoseTheTextWhenTheDiskIsFull() {
        PrintStream full = new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int value) throws IOException {
                        throw new IOException("No space left on device");
                    }
                },
                true,
                StandardCharsets.UTF_8);

        assertThatCode(() -> new UnitPrinter(Printout.OUT, full, bound).println("lost"))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldLeadStandardStreamsThroughTheBoundButNotTheWorkersOwnLines() {
        PrintStream usualOut = System.out;
        PrintStream usualErr = System.err;
        try {
            System.setOut(log);
            System.setErr(log);
            WorkerOutput output = WorkerOutput.open(SECOND, () -> now);
            System.out.print("x".repeat(BURST));
            System.err.print("x".repeat(BURST));
            WorkerOutput.lines().println("own line");
            WorkerOutput.answers().println("own answer");
            output.end();
        } finally {
            System.setOut(usualOut);
            System.setErr(usualErr);
        }

        assertThat(kept()).isEqualTo(SECOND / 4);
        assertThat(text()).contains("own line\nown answer\n").contains("3,175 bytes were left out of this log");
    }
}
