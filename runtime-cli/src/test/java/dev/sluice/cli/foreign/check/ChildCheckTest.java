package dev.sluice.cli.foreign.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.language.SearchPath;
import dev.sluice.cli.Executed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
@Tag("slow")
class ChildCheckTest {
    private static final Path EXAMPLES =
            Path.of("..", "examples").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    @Test
    void shouldFindTheExampleInCToBeRight() throws Exception {
        Executed check = check(compiledC(header(), Files.readString(EXAMPLES.resolve("c/pi.c"))));
        assertThat(check.out().lines()).hasSize(19).allMatch(line -> line.startsWith("ok      "));
        assertThat(check.code()).isZero();
    }

    @Test
    void shouldFindTheExampleInFortranToBeRight() throws Exception {
        assumeTrue(SearchPath.find("gfortran").isPresent(), "gfortran is missing");
        assumeTrue(SearchPath.find("cc").isPresent(), "cc is missing");
        Path source = EXAMPLES.resolve("fortran");
        compile("cc", "-O2", "-c", source.resolve("sluice_fortran.c").toString());
        compile(
                "gfortran",
                "-O2",
                "-o",
                "pi",
                source.resolve("sluice.f90").toString(),
                source.resolve("pi.f90").toString(),
                "sluice_fortran.o");
        Executed check = check(directory.resolve("pi"));
        assertThat(check.out().lines()).hasSize(19).allMatch(line -> line.startsWith("ok      "));
        assertThat(check.code()).isZero();
    }

    @Test
    void shouldFindTheExampleInRToBeRight() {
        assumeTrue(SearchPath.find("Rscript").isPresent(), "Rscript is missing (Debian: r-base-core)");
        Executed check = check(EXAMPLES.resolve("r/pi.R"));
        assertThat(check.out().lines()).hasSize(19).allMatch(line -> line.startsWith("ok      "));
        assertThat(check.code()).isZero();
    }

    @Test
    void shouldAskTheSourceOfAnOpenCycle() throws Exception {
        assumeTrue(SearchPath.find("python3").isPresent(), "python3 is missing");
        Path program = directory.resolve("open.py");
        String text = """
            import sluice

            class Open(sluice.Application):
                open_cycles = True

                def units(self, cycle):
                    return [1, 2]

                def more(self, given):
                    return None

                def compute(self, setup, unit):
                    return unit

                def accept(self, index, result):
                    self.add_units([])
            """;
        Files.writeString(program, text);
        assertThat(check(program).out().lines()).hasSize(19).allMatch(line -> line.startsWith("ok      "));
        Files.writeString(program, text.replace("return None", "raise OSError('no queue')"));
        assertThat(check(program).out().lines().filter(line -> line.startsWith("not ok  ")))
                .singleElement()
                .asString()
                .contains("the source of an open cycle", "no queue", "(expected: an answer to MORE)");
    }

    @Test
    void shouldAskForNeedsAndPriorities() throws Exception {
        assumeTrue(SearchPath.find("python3").isPresent(), "python3 is missing");
        Path program = directory.resolve("needy.py");
        String text = """
            import sluice

            class Needy(sluice.Application):
                accumulate = sum

                def units(self, cycle):
                    return [1, 2, 3, 4]

                def needs(self, index):
                    return sluice.Needs(cpus=2, licence=0) if index else None

                def priority(self, index):
                    return -index

                def compute(self, setup, unit):
                    return unit
            """;
        Files.writeString(program, text);
        assertThat(check(program).out().lines()).hasSize(19).allMatch(line -> line.startsWith("ok      "));
        Files.writeString(program, text.replace("return -index", "return 'first'"));
        assertThat(check(program).out().lines().filter(line -> line.startsWith("not ok  ")))
                .singleElement()
                .asString()
                .contains("NEEDS gives needs of the units", "priority returned 'first'");
    }

    /** Each fault in the header breaks the rule that is about it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        sluice_answer(head[1], answer | sluice_answer(head[1] + 1, answer   | HELLO with READY
        SLUICE_VERSION = 1            | SLUICE_VERSION = 7                  | HELLO with READY
        {13, {&units, 8}}             | {13, {&units, 4}}                   | CYCLE gives units
        *answers = (uint32_t)wanted   | *answers = (uint32_t)wanted - 1     | UNITS gives as many values
        sluice_fail("protocol", "un   | exit(3); sluice_fail("protocol", "u | an unknown kind
        default:                      | case 4711: return 4; default:       | an unknown kind
        default:                      | case 22: return 23 + 1; default:    | FILES is answered
        number = 0;                   | number = 1, verdict = 9;            | results are taken
        while (kind != 18)            | while (kind != 19)                  | END is answered
        signal(SIGINT, SIG_IGN)       | signal(SIGINT, SIG_DFL)             | SIGINT is ignored
        dup2(2, 1);                   | ;                                   | on pipes
        exit(0); /* the               | for (;;) sleep(9); /* the           | the end of the stream ends a worker
        """)
    void shouldFindFaults(String right, String wrong, String rule) throws Exception {
        String header = header();
        assertThat(header).contains(right);
        Executed check = check(compiledC(header.replace(right, wrong), Files.readString(EXAMPLES.resolve("c/pi.c"))));
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out().lines().filter(line -> line.startsWith("not ok  ") && line.contains(rule)))
                .as(check.out())
                .isNotEmpty()
                .allMatch(line -> line.contains("(expected: "));
    }

    private static String header() throws IOException {
        return Files.readString(EXAMPLES.resolve("c/sluice.h"));
    }

    private Path compiledC(String header, String program) throws Exception {
        assumeTrue(SearchPath.find("cc").isPresent(), "cc is missing");
        Files.writeString(directory.resolve("sluice.h"), header);
        Files.writeString(directory.resolve("pi.c"), program);
        compile("cc", "-std=gnu99", "-Wall", "-Wextra", "-o", "pi", "pi.c");
        return directory.resolve("pi");
    }

    private void compile(String... command) throws Exception {
        Path log = directory.resolve("compiler.log");
        int code = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        assertThat(code).as(Files.readString(log)).isZero();
    }

    private static Executed check(Path program) {
        List<String> words = new ArrayList<>(List.of("child-check", program.toString()));
        return Executed.sluice(words.toArray(String[]::new));
    }
}
