package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Hosted;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class SingleUnitTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** A result with an array in it. */
    record Squares(long index, long[] values) {}

    public static final class Squaring extends Application<None, Long, Squares> {
        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.only(10, None.NONE);
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected Squares compute(None setup, Long unit) {
            if (unit == 9) {
                throw new IllegalStateException("nine");
            }
            return new Squares(unit, new long[] {unit, unit * unit});
        }

        @Override
        protected Verdict accept(long index, Squares result) {
            throw new AssertionError("a single unit is not accepted");
        }
    }

    private int run(long unit) throws Exception {
        return new SingleUnit(0, unit).run(Hosted.of(new Squaring()), new PrintWriter(out), new PrintWriter(err));
    }

    @Test
    void shouldPrintTheResultWithTheElementsOfItsArrays() throws Exception {
        assertThat(run(7)).isZero();
        assertThat(out.toString())
                .startsWith("unit 7 of cycle 0: computed in ")
                .contains("bytes", "Squares[index=7, values=[7, 49]]");
    }

    @Test
    void shouldPrintTheWholeStackOfAUnitThatThrows() {
        assertThatThrownBy(() -> run(9))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNIT_THREW))
                .hasMessageContaining("unit 9: compute threw java.lang.IllegalStateException: nine");
        assertThat(err.toString()).contains("IllegalStateException: nine", "SingleUnitTest$Squaring.compute");
    }

    @Test
    void shouldShortenLongValues() {
        assertThat(SingleUnit.shown(new int[1_000])).endsWith("0, … 1000 elements]");
        assertThat(SingleUnit.shown(new String[][] {{"a"}, {}})).isEqualTo("[[a], []]");
    }
}
