package dev.sluice.cli.each;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.each.CommandPlace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests where the commands of {@code each} run (docs/commands.md). */
class EachPlaceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                              | false | ''",
                "--local 2                       | false | ''",
                "--workdir d                     | false | d",
                "--workdir ...                   | true  | ''",
                "--host b                        | true  | ''",
                "--listen 127.0.0.1:0            | true  | ''",
                "--listen :0 --workdir d         | false | d",
                "--pool                          | true  | HERE",
                "--pool --host b                 | true  | ''",
                "--pool --return f               | true  | ''",
                "--pool --workdir d              | false | d",
                "--pool --workdir ...            | true  | ''",
                "--pool=false                    | false | ''"
            })
    void shouldBeADirectoryOfItsOwnWhereverWorkersMayBeElsewhere(String typed, boolean own, String directory) {
        EachOptions options = new EachOptions();
        new CommandLine(options).parseArgs(typed.isEmpty() ? new String[0] : typed.split(" "));
        String here = Path.of("").toAbsolutePath().toString();
        assertThat(options.place(List.of()))
                .isEqualTo(new CommandPlace(own, directory.replace("HERE", here), List.of()));
    }

    @Test
    void shouldBeNewInAPoolWhereFilesAreSent() {
        EachOptions options = new EachOptions();
        new CommandLine(options).parseArgs("--pool");
        assertThat(options.place(List.of("f"))).isEqualTo(new CommandPlace(true, "", List.of("f")));
    }
}
