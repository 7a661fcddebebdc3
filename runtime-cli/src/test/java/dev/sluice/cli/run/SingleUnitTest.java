package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Hosted;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
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
        return run(unit, false);
    }

    private int run(long unit, boolean json) throws Exception {
        return new SingleUnit(0, unit)
                .run(Hosted.of(new Squaring()), 0, json, new PrintWriter(out), new PrintWriter(err));
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
        assertThatThrownBy(() -> run(9))
                .as("the unit was computed alone already")
                .isInstanceOfSatisfying(
                        SluiceException.class,
                        e -> assertThat(e.remedy()).contains("debugger").doesNotContain("run APP --unit"));
    }

    @Test
    void shouldPrintTheResultAsJson() throws Exception {
        assertThat(run(7, true)).isZero();
        JsonTree printed = JsonTree.parse(Path.of("out"), out.toString());
        assertThat(printed.at("mode").text()).isEqualTo("unit");
        assertThat(printed.at("unit").whole()).isEqualTo(7);
        assertThat(printed.at("result").text()).isEqualTo("Squares[index=7, values=[7, 49]]");
        assertThat(out.toString().lines()).hasSize(1);
    }

    @Test
    void shouldNotAdviseApplicationOptionsForAUnitThatIsNotThere() {
        assertThatThrownBy(() -> run(10))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_UNIT))
                .hasMessage("--unit: 10 (expected: 0 to 9 in cycle 0)");
    }

    @Test
    void shouldShortenLongValues() {
        assertThat(SingleUnit.shown(new int[1_000])).endsWith("0, … 1000 elements]");
        assertThat(SingleUnit.shown(new String[][] {{"a"}, {}})).isEqualTo("[[a], []]");
    }
}
