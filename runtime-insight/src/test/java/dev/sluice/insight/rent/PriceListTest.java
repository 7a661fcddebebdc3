package dev.sluice.insight.rent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.SluiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceListTest {
    @TempDir
    Path directory;

    private List<MachineKind> read(String text) throws Exception {
        return PriceList.read(Files.writeString(directory.resolve("prices.csv"), text.replace('|', '\n')));
    }

    @Test
    void shouldReadKindsInAnyOrderOfColumns() throws Exception {
        assertThat(read("# of today|price, kind, slots, start, link||0.17, c6, 4, 90s, 10 Gbit/s|1, big, 64, ,|"))
                .containsExactly(
                        new MachineKind("c6", 4, 0.17, 90, 16, 1, 1.25e9),
                        new MachineKind("big", 64, 1, 0, 16, 1, 125e6));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; '0 kinds of machines'",
                "'kind,slots,price'; '0 kinds of machines'",
                "'kind,slots|a,2'; 'line 1: kind,slots (expected: the columns kind, slots and price'",
                "'kind,slots,price,colour|a,2,1,red'; 'line 1: kind,slots,price,colour'",
                "'kind,slots,price|a,2'; 'line 2: 2 columns (expected: 3'",
                "'kind,slots,price|a,two,1'; 'line 2: slots ''two'' (expected: a whole number'",
                "'kind,slots,price|a,1.5,1'; 'slots ''1.5'''",
                "'kind,slots,price|a,1,-1'; 'price ''-1'''",
                "'kind,slots,price|a,1,NaN'; 'price ''NaN'''",
                "'kind,slots,price|,1,1'; 'no kind'",
                "'kind,slots,price|a,1,1|a,2,2'; 'a twice'",
                "'kind,slots,price,start|a,1,1,soon'; 'line 2, start'"
            })
    void shouldNameWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(SluiceException.class).hasMessageContaining(message);
    }

    @Test
    void shouldNameAFileThatIsNotThere() {
        assertThatThrownBy(() -> PriceList.read(directory.resolve("none"))).hasMessageContaining("--price: ");
    }
}
