package dev.sluice.app.tomography;

import dev.sluice.api.Cycle;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The slices so far: their errors and their picture. Confined to the master's calls. */
final class Examination {
    private final TomographySettings settings;
    private final SliceSheet sheet;
    /** The sum of squared errors over the pixels of each slice. */
    private final double[] squares;

    private final BitSet taken = new BitSet();
    /** Slices that differ from those computed here. */
    private final BitSet different = new BitSet();

    Examination(TomographySettings settings) {
        this.settings = settings;
        this.sheet = new SliceSheet(settings);
        this.squares = new double[settings.slices()];
    }

    /** The only cycle. Makes the directory of the picture. */
    Cycle<Scan> begin() throws IOException {
        Files.createDirectories(settings.out().toAbsolutePath().getParent());
        return Cycle.only(settings.slices(), settings.scan());
    }

    /** Scans a slice of the phantom. */
    Sinogram measure(long index) {
        return Phantom.scan(settings.scan(), slice(index));
    }

    private List<Ellipse> slice(long index) {
        return Phantom.slice(settings.z(index));
    }

    /** Measures the error of a slice, and draws it. */
    void take(long index, SliceImage image) {
        Scan scan = settings.scan();
        if (image.values().length != scan.pixels()) {
            throw new IllegalStateException(
                    "a slice of " + image.values().length + " pixels (expected: " + scan.pixels() + ")");
        }
        int number = Math.toIntExact(index);
        squares[number] = squaredErrors(slice(index), image);
        if (settings.verify()
                && !Arrays.equals(
                        image.values(),
                        BackProjection.reconstruct(scan, measure(index)).values())) {
            different.set(number);
        }
        sheet.draw(number, image);
        taken.set(number);
    }

    private double squaredErrors(List<Ellipse> truth, SliceImage image) {
        Scan scan = settings.scan();
        double sum = 0;
        for (int row = 0; row < scan.size(); row++) {
            for (int column = 0; column < scan.size(); column++) {
                double density = Phantom.density(truth, scan.position(column), -scan.position(row));
                double error = image.values()[row * scan.size() + column] - density;
                sum += error * error;
            }
        }
        return sum;
    }

    /** Writes the picture of the slices that are there, if any. */
    void save() throws IOException {
        if (!taken.isEmpty()) {
            sheet.write();
        }
    }

    /** The root of the mean square error of all slices. */
    double error() {
        return Math.sqrt(Arrays.stream(squares).sum()
                / ((double) settings.slices() * settings.scan().pixels()));
    }

    private double error(int slice) {
        return Math.sqrt(squares[slice] / settings.scan().pixels());
    }

    boolean passes() {
        OptionalDouble reference = Reference.error(settings);
        return taken.cardinality() == settings.slices()
                && different.isEmpty()
                && (reference.isEmpty() || Reference.accepts(error(), reference.getAsDouble()));
    }

    /** Errors and verdict. */
    String report() {
        StringBuilder text = new StringBuilder();
        Scan scan = settings.scan();
        line(
                text,
                "%,d slices of %d × %d pixels, from %,d projections each",
                settings.slices(),
                scan.size(),
                scan.size(),
                scan.projections());
        if (taken.cardinality() < settings.slices()) {
            line(text, "WRONG: slices without a result: %,d (expected: none)", settings.slices() - taken.cardinality());
        } else {
            errors(text);
        }
        if (settings.verify()) {
            line(
                    text,
                    different.isEmpty()
                            ? "verified: each slice is equal to the one computed serially, bit for bit"
                            : "WRONG: slices that differ from those computed serially: %,d (expected: none)",
                    different.cardinality());
        }
        return text.append("picture: ").append(settings.out()).append('\n').toString();
    }

    private void errors(StringBuilder text) {
        double[] each = new double[settings.slices()];
        Arrays.setAll(each, this::error);
        Arrays.sort(each);
        line(
                text,
                "error against the phantom: rms %.9f, of single slices %.4f to %.4f",
                error(),
                each[0],
                each[each.length - 1]);
        Reference.error(settings)
                .ifPresent(reference -> line(
                        text,
                        Reference.accepts(error(), reference)
                                ? "verified: %s leaves the same error, %.9f, within %.0e"
                                : "WRONG: %s leaves the error %.9f (expected: within %.0e)",
                        Reference.NAME,
                        reference,
                        Reference.TOLERANCE));
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
