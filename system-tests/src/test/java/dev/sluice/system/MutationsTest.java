package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each mutation of {@code config/mutations.sh} finds the rule that it removes, in the file that it names, once. */
class MutationsTest {
    private static final String SCHEDULER = "model/schedule/";

    static Stream<String> mutations() throws Exception {
        List<String> lines = Files.readAllLines(Checkout.file("config/mutations.sh"));
        int from = lines.indexOf("    cat <<'TABLE'") + 1;
        return lines.subList(from, lines.indexOf("TABLE")).stream();
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void shouldFindItsRule(String mutation) throws Exception {
        String[] columns = mutation.split("[|]", -1);
        String file = (columns[1].contains("/") ? "" : SCHEDULER) + columns[1] + ".java";
        List<Path> found;
        try (Stream<Path> modules = Files.list(Checkout.root())) {
            found = modules.map(module -> module.resolve("src/main/java/dev/sluice/" + file))
                    .filter(Files::exists)
                    .toList();
        }
        assertThat(found).as(file).hasSize(1);
        assertThat(Pattern.compile(columns[2])
                        .matcher(Files.readString(found.get(0)))
                        .results())
                .as("%s in %s", columns[2], file)
                .hasSize(1);
    }
}
