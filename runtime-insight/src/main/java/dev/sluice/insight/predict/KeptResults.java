package dev.sluice.insight.predict;

import dev.sluice.api.Decoder;
import dev.sluice.master.application.KnownResults;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.files.ContentHash;
import dev.sluice.net.payload.Payload;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Results of units of the first cycle that were executed for a prediction: a run of the same application uses them
 * instead of computing these units. Any thread, one at a time.
 */
public final class KeptResults implements KnownResults, AutoCloseable {
    private static final int HASHED_AT_ONCE = 1 << 16;

    /** Smaller results are read, larger ones mapped [bytes]. */
    private static final int LEAST_MAPPED = 1 << 16;

    private static final long LARGEST_MAPPED = 1 << 30;

    private final Prediction prediction;
    private final FileChannel file;
    private final List<SampledUnit> units;
    private final UnitRanges known = new UnitRanges();

    private KeptResults(Prediction prediction, FileChannel file, List<SampledUnit> units) {
        this.prediction = prediction;
        this.file = file;
        this.units = units;
        units.forEach(unit -> known.add(unit.index(), unit.index() + 1));
    }

    /**
     * Opens the results of a prediction and verifies their hash.
     *
     * @param files of the run
     * @throws SluiceException if the results cannot be read, or came from other files
     */
    public static KeptResults open(Prediction prediction, List<PredictedFile> files) {
        demand(prediction, files);
        ResultFile.Kept kept = prediction.sampled().kept();
        try {
            FileChannel file = FileChannel.open(prediction.results(), StandardOpenOption.READ);
            if (file.size() != kept.bytes() || !hash(file).equals(kept.sha256())) {
                file.close();
                throw unusable(prediction, "it has been changed (expected: as written by 'sluice predict')");
            }
            return new KeptResults(
                    prediction, file, within(kept, prediction.sampled().cycle().sample()));
        } catch (IOException e) {
            throw unusable(prediction, e + " (expected: a file that can be read)");
        }
    }

    private static void demand(Prediction prediction, List<PredictedFile> files) {
        Map<String, String> mine = contents(files);
        Map<String, String> predicted = contents(prediction.sampled().files());
        if (!mine.equals(predicted)) {
            String name = Stream.concat(mine.keySet().stream(), predicted.keySet().stream())
                    .filter(each -> !Objects.equals(mine.get(each), predicted.get(each)))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
            throw unusable(
                    prediction,
                    "file " + name + " is another one than predicted with (expected: the same files as predicted with;"
                            + " run without --prediction otherwise)");
        }
    }

    /** The hash of each file's content by its name. */
    private static Map<String, String> contents(List<PredictedFile> files) {
        return files.stream().collect(Collectors.toMap(PredictedFile::name, PredictedFile::sha256));
    }

    /** Tells whether there are results to {@link #open}. */
    public static boolean areThere(Prediction prediction) {
        return !prediction.sampled().kept().positions().isEmpty() && Files.exists(prediction.results());
    }

    private static List<SampledUnit> within(ResultFile.Kept kept, List<SampledUnit> sample) {
        Map<Long, Long> positions = kept.positions();
        return sample.stream()
                .filter(unit -> positions.containsKey(unit.index())
                        && positions.get(unit.index()) <= kept.bytes() - unit.resultBytes())
                .toList();
    }

    private static String hash(FileChannel file) throws IOException {
        MessageDigest digest = ContentHash.sha256();
        ByteBuffer part = ByteBuffer.allocate(HASHED_AT_ONCE);
        long position = 0;
        for (int read = file.read(part, position); read >= 0; read = file.read(part, position)) {
            digest.update(part.flip());
            position += read;
            part.clear();
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static SluiceException unusable(Prediction prediction, String why) {
        return new SluiceException(
                ErrorCode.PREDICTION_UNUSABLE, "--prediction: results in " + prediction.results() + ": " + why);
    }

    @Override
    public void demand(long cycleUnits, Payload setup) {
        Sampled sampled = prediction.sampled();
        if (cycleUnits != sampled.cycle().units()) {
            throw unusable(
                    prediction,
                    "the first cycle has " + cycleUnits + " units (expected: as predicted: "
                            + sampled.cycle().units() + ")");
        }
        if (!PartialExecution.sha256(setup).equals(sampled.course().setupSha256())) {
            throw unusable(
                    prediction,
                    "the setup of the first cycle is another than predicted with (expected: the same, as equal"
                            + " arguments and files give it; run without --prediction otherwise)");
        }
    }

    @Override
    public UnitRanges known() {
        return known;
    }

    @Override
    public int count() {
        return units.size();
    }

    @Override
    public long unit(int i) {
        return units.get(i).index();
    }

    @Override
    public Decoder decoder(int i) throws IOException {
        long position = prediction.sampled().kept().positions().getOrDefault(unit(i), 0L); // all of units have one
        long left = units.get(i).resultBytes();
        if (left < LEAST_MAPPED) {
            ByteBuffer bytes = ByteBuffer.allocate((int) left);
            while (bytes.hasRemaining()) {
                if (file.read(bytes, position + bytes.position()) < 0) {
                    throw new EOFException(prediction.results() + " ends before its time");
                }
            }
            return new Decoder(bytes.flip());
        }
        List<ByteBuffer> parts = new ArrayList<>();
        while (left > 0) {
            long length = Math.min(left, LARGEST_MAPPED);
            parts.add(file.map(FileChannel.MapMode.READ_ONLY, position, length));
            position += length;
            left -= length;
        }
        return new Decoder(parts.toArray(ByteBuffer[]::new));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
