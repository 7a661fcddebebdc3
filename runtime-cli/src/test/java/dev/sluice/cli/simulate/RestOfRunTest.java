package dev.sluice.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.SluiceMaster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code sluice simulate --from} compares policies for the rest of a run. */
class RestOfRunTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int simulate(String... more) {
        List<String> words = new ArrayList<>(List.of("simulate", "--hosts", "4", "--slots", "2", "--units", "1000"));
        words.addAll(List.of("--unit-time", "lognormal:50ms,30ms", "--overheads", "none"));
        words.addAll(List.of(more));
        return SluiceMaster.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(words.toArray(String[]::new));
    }

    private double end(String policy) {
        return out.toString()
                .lines()
                .filter(line -> line.startsWith(policy + " "))
                .mapToDouble(line -> Double.parseDouble(line.split(" +")[2]))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldCompareAllPoliciesForTheRest() {
        assertThat(simulate("--from", "3s")).isZero();
        assertThat(out.toString()).startsWith("after 3.000 s with SS: ").contains(" units of cycle 0 are finished");
        for (String policy : List.of("SS", "FSC", "GSS", "TSS", "FAC", "AWF", "AF", "FIXED")) {
            assertThat(end(policy)).isBetween(5.5, 7.0);
        }
    }

    @Test
    void shouldGoUntilThenUnderTheFirstPolicy() {
        assertThat(simulate("--from", "3s", "--policy", "FAC,SS")).isZero();
        assertThat(out.toString()).startsWith("after 3.000 s with FAC: ");
        assertThat(out.toString().lines().filter(line -> line.matches("[A-Z]+ .*%")))
                .hasSize(2);
    }

    @Test
    void shouldRefuseATimeAfterTheEnd() {
        assertThat(simulate("--from", "99s")).isEqualTo(2);
        assertThat(err.toString()).contains("--from: 99.000 s (expected: a time before the end of the simulated run");
    }

    @Test
    void shouldRefuseWhatIsNoTime() {
        assertThat(simulate("--from", "soon")).isEqualTo(2);
        assertThat(err.toString()).contains("--from: soon (expected: a time such as 20s)");
    }

    @Test
    void shouldRefuseOutputsOfWholeRuns() {
        assertThat(simulate("--from", "1s", "--json")).isEqualTo(2);
        assertThat(out.toString() + err).contains("--json, --trace, --svg, --html: with --from");
    }

    @Test
    void shouldRefuseToTuneTheRest() {
        assertThat(simulate("--from", "1s", "--tune", "workers")).isEqualTo(2);
        assertThat(err.toString()).contains("--tune: WORKERS with --from (expected: only one of the two)");
    }

    @Test
    void shouldCountOneCycleAndNameARunThatDoesNotExist() {
        assertThat(simulate()).isZero();
        assertThat(out.toString()).contains("1,000 units in 1 cycle, master on ", ", 4 workers with 8 slots");
        assertThat(simulate("--run", "no-such-run")).isEqualTo(2);
        assertThat(err.toString()).contains("run: no-such-run: no such run (expected: an id, its beginning, or a");
    }
}
