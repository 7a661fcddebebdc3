package dev.sluice.app.pep;

import dev.sluice.api.ArgumentException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

/** A file with one value per line; see {@link UnitSeries#opened}. */
record TraceFile(String option, ExactQuantity quantity, long least) {
    CostDistribution.Trace read(Path file) {
        LongStream.Builder values = LongStream.builder();
        SeriesParser parser = new SeriesParser(option, quantity, least);
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                String value = line.strip();
                if (!value.isEmpty() && !value.startsWith("#")) {
                    values.add(parser.bounded(file + ":" + number + ": " + value, value));
                }
            }
        } catch (IOException e) {
            throw new ArgumentException(option, file, "a file of UTF-8 text that can be read; " + e);
        }
        long[] all = values.build().toArray();
        if (all.length == 0) {
            throw new ArgumentException(option, file, "a file with one value a line or more");
        }
        return new CostDistribution.Trace(all);
    }
}
