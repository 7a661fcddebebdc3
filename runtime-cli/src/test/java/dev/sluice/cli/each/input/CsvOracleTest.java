package dev.sluice.cli.each.input;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.sluice.model.SluiceException;
import dev.sluice.testing.SeededTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Rows that FastCSV writes, and any text that it reads. */
class CsvOracleTest {
    private static final String LETTERS = "ab,\"\n\r;é ";

    @SeededTest(runs = 500)
    void shouldReadWhatFastCsvWrites(RandomGenerator random) throws IOException {
        char separator = random.nextBoolean() ? ',' : ';';
        int columns = 1 + random.nextInt(4);
        List<List<String>> rows = new ArrayList<>();
        StringWriter text = new StringWriter();
        CsvWriter.CsvWriterBuilder writer =
                CsvWriter.builder().fieldSeparator(separator).lineDelimiter(LineDelimiter.values()[random.nextInt(3)]);
        try (CsvWriter out =
                (random.nextBoolean() ? writer.quoteStrategy(QuoteStrategies.ALWAYS) : writer).build(text)) {
            for (int i = 1 + random.nextInt(5); i > 0; i--) {
                List<String> row = row(random, columns);
                rows.add(row);
                out.writeRecord(row);
            }
        }
        assertThat(read(text.toString(), separator)).isEqualTo(rows);
    }

    private static List<String> row(RandomGenerator random, int columns) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            row.add((columns == 1 ? "x" : "") + text(random, 6));
        }
        return row;
    }

    private static String text(RandomGenerator random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    /**
     * FastCSV takes a quoted value that the end of the text ends; here it is refused, for the text may be cut. FastCSV
     * 4.1 loses some values with a carriage return.
     */
    @SeededTest(runs = 2_000)
    void shouldReadAnyTextAsFastCsvDoes(RandomGenerator random) throws IOException {
        String text = text(random, 24).replace("\r", "");
        Optional<List<List<String>>> expected = readByOther(text);
        try {
            assertThat(Optional.of(read(text, ','))).as("%s", text).isEqualTo(expected);
        } catch (SluiceException refused) {
            if (!String.valueOf(refused.getMessage()).contains("no quote at the end of a value")) {
                assertThat(expected.orElse(List.of()))
                        .as("%s: %s", text, refused.getMessage())
                        .isEmpty();
            }
        }
    }

    private static List<List<String>> read(String text, char separator) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        CsvRows csv = new CsvRows(
                "x.csv", separator, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), () -> {});
        for (List<byte[]> row = csv.names(); row != null; row = csv.next()) {
            rows.add(row.stream()
                    .map(value -> new String(value, StandardCharsets.UTF_8))
                    .toList());
        }
        return rows;
    }

    /** The rows; empty if FastCSV refuses the text, or rows differ in length. */
    private static Optional<List<List<String>>> readByOther(String text) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .allowExtraFields(true)
                .allowMissingFields(true)
                .ofCsvRecord(text)) {
            reader.forEach(row -> rows.add(row.getFields()));
        } catch (CsvParseException refused) {
            return Optional.empty();
        }
        boolean even = rows.stream().mapToInt(List::size).distinct().count() <= 1;
        return even ? Optional.of(rows) : Optional.empty();
    }
}
