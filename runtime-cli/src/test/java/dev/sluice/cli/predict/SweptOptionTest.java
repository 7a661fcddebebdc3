package dev.sluice.cli.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.SluiceException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SweptOptionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tile=8x8..64x64 | --tile | 8x8 16x16 32x32 64x64",
                "tile=8x1..30x2 | --tile | 8x1 16x2 30x2",
                "--rows=1..4 | --rows | 1 2 4",
                "rows=3..3 | --rows | 3",
                "rows=3..10 | --rows | 3 6 10",
                "n=1..2048 | -n | 1 2 4 8 16 32 64 128 256 512 1024 2048",
                "kind=a, b,a | --kind | a b",
                "kind=a=b | --kind | a=b",
            })
    void shouldReadOptionAndValues(String text, String name, String values) {
        assertThat(SweptOption.parse(text)).isEqualTo(new SweptOption(name, List.of(values.split(" "))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tile",
                "tile=",
                "=1",
                "rows=4..2",
                "rows=0..2",
                "rows=1..",
                "rows=1..8x8",
                "tile=8x8..8x4",
                "n=1..4096",
                "n=1,2,,3",
                "n=a,b,c,d,e,f,g,h,i,j,k,l,m",
                "--=1",
            })
    void shouldRefuseWhatIsEmptyOrTooMuch(String text) {
        assertThatThrownBy(() -> SweptOption.parse(text))
                .isInstanceOf(SluiceException.class)
                .hasMessageStartingWith("--sweep: " + text + " (expected: ");
    }

    @Test
    void shouldTakeThePlaceOfAValueThatTheApplicationHas() {
        SweptOption tile = new SweptOption("--tile", List.of("1x1"));
        assertThat(tile.in(List.of("--tile", "2x2", "--limit", "5", "--tile=3x3", "--tiles"), "1x1"))
                .containsExactly("--limit", "5", "--tiles", "--tile", "1x1");
    }
}
