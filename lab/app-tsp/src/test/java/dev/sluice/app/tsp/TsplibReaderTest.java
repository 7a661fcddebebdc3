package dev.sluice.app.tsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ArgumentException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TsplibReaderTest {
    private static final List<String> SQUARE = List.of(
            "NAME : square",
            "TYPE : TSP",
            "DIMENSION : 5",
            "EDGE_WEIGHT_TYPE : EUC_2D",
            "NODE_COORD_SECTION",
            "1 0 0",
            "  2 1.0e1 0.5",
            "5 -3 4",
            "4 0 10",
            "3 10 10");

    @Test
    void shouldReadCitiesInAnyOrder() {
        CityMap map = TsplibReader.read("a.tsp", SQUARE);
        assertThat(map.name()).isEqualTo("square");
        assertThat(map.xs()).containsExactly(0, 10, 10, 0, -3);
        assertThat(map.ys()).containsExactly(0, 0.5, 10, 10, 4);
    }

    @Test
    void shouldHaveTheCitiesOfBerlin() {
        CityMap map = TsplibReader.berlin52();
        assertThat(map.name()).isEqualTo("berlin52");
        assertThat(map.cities()).isEqualTo(52);
        assertThat(map.xs()[51]).isEqualTo(1740);
        assertThat(map.ys()[51]).isEqualTo(245);
    }

    /** Each row replaces one line of the file. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1  | TYPE : ATSP            | line 2: TYPE ATSP (expected: TSP)",
                "2  | DIMENSION : many       | line 3: many (expected: a whole number from 5 to 2000)",
                "2  | DIMENSION : 4          | line 3: 4 (expected: a whole number from 5 to 2000)",
                "2  | COMMENT : five         | line 5: NODE_COORD_SECTION (expected: a line DIMENSION before it)",
                "3  | EDGE_WEIGHT_TYPE : GEO | line 4: EDGE_WEIGHT_TYPE GEO (expected: EUC_2D)",
                "4  | EDGE_WEIGHT_SECTION    | line 5: EDGE_WEIGHT_SECTION (expected: NAME, TYPE, COMMENT,",
                "4  | COMMENT: no section    | line 6: 1 0 0 (expected: NAME, TYPE, COMMENT,",
                "6  | 2 10                   | line 7: 2 10 (expected: number, x and y of a city)",
                "6  | 2 ten 0                | line 7: ten (expected: a number from -1e6 to 1e6)",
                "6  | 2 NaN 0                | line 7: NaN (expected: a number from -1e6 to 1e6)",
                "6  | 2 1e7 0                | line 7: 1e7 (expected: a number from -1e6 to 1e6)",
                "7  | 2 0 0                  | line 8: city 2 again (expected: each number once)",
                "7  | 6 0 0                  | line 8: 6 (expected: a whole number from 1 to 5)",
                "7  | EOF                    | line 8: end of the cities without number 3 (expected: 5 cities"
            })
    void shouldNameTheLineOfAnError(int line, String text, String message) {
        List<String> lines = new ArrayList<>(SQUARE);
        lines.set(line, text);
        assertThatThrownBy(() -> TsplibReader.read("a.tsp", lines))
                .isInstanceOf(ArgumentException.class)
                .hasMessageStartingWith("--file a.tsp, " + message);
    }

    @Test
    void shouldSayThatThereIsNoFile() {
        assertThatThrownBy(() -> TsplibReader.read(Path.of("missing.tsp")))
                .isInstanceOf(ArgumentException.class)
                .hasMessageContaining("--file: missing.tsp cannot be read")
                .hasMessageContaining("(expected: a file in the format of TSPLIB)");
    }
}
