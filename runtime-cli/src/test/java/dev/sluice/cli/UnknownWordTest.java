package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownWordTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hosts discover --wrokers 3|--wrokers: unknown option (expected: --workers?)",
                "run app.jar --lcoal 2|--lcoal: unknown option (expected: --local?)",
                "run app.jar --nonsense=1|--nonsense: unknown option (expected: one that 'sluice run --help' shows)",
                "run app.jar --local|--local: no value (expected: --local N)",
                "run app.jar --local --json|--local: no value (expected: --local N)",
                "submaster x.run --run-flie y.run|--run-flie: unknown option (expected: --run-file?)",
                "rnu app.jar|rnu: unknown command (expected: run?)",
                "rnu --help|rnu: unknown command (expected: run?)",
                "config shwo --help|shwo: unknown command (expected: show?)",
                "help rnu|rnu: unknown command (expected: run?)",
                "help tune|tune: unknown command (expected: one that --help lists)",
                "simulate mpa --unit-time 1s|mpa: unknown command (expected: map?)",
                "config shwo|shwo: unknown command (expected: show?)",
                "runs surplus|surplus: one argument too many (expected: options only)"
            })
    void shouldNameTheUnknownWordFirst(String line, String said) {
        Executed ran = Executed.sluice(line.split(" "));
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err().replace("java -jar sluice-master.jar", "sluice")).startsWith("sluice: E200 " + said);
    }

    @Test
    void shouldNotTakeTheValueOfAnOptionForAnUnknownWord() {
        Executed ran = Executed.sluice("run", "a.jar", "--worker-java-options", "--add-opens=a=b", "--local", "two");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith("sluice: E200 ").contains("--local").doesNotContain("--add-opens");
    }
}
