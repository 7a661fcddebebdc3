package dev.sluice.insight.predict;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Hosted;
import dev.sluice.master.application.Applications;
import dev.sluice.master.files.RunInputs;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.SluiceException;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampleIndices;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The dry run of {@code predict}: only {@code initialize} and {@code cycle(0)} are called, which show the amount of
 * work.
 */
public final class DryPrediction {
    private static final Interval UNKNOWN = new Interval(-1, 1);
    private static final int SHOWN = 10;

    private DryPrediction() {}

    public static String of(Hosted<?, ?, ?> application, SampleTerms terms, Path file, long keepBytes) {
        Cycle<?> cycle;
        try {
            application.initialize();
            application.provide(RunInputs.check(application.files()));
            cycle = application.cycle(0);
        } catch (ApplicationException failure) {
            throw Applications.failed(failure);
        } catch (IOException e) {
            throw new SluiceException(ErrorCode.INPUT_FILE_UNUSABLE, "files: " + FileTrouble.words(e), e);
        }
        Applications.demandUnits(cycle);
        StringBuilder text = new StringBuilder();
        SampleGrowth growth = terms.growth();
        SampleIndices first = SampleIndices.coarsest(cycle.units());
        SampleIndices last = first;
        text.append(String.format(
                Locale.ROOT,
                "the first cycle of %s has %s%s%n",
                application.className(),
                Plural.of(cycle.units(), "unit"),
                cycle.open()
                        ? " so far, and is open; units that come later are not predicted"
                        : cycle.last() ? ", and is the last" : "; others follow, which are not predicted"));
        text.append("would execute units ").append(shown(first)).append(String.format("%n"));
        while (growth.stop(last, UNKNOWN, Double.POSITIVE_INFINITY) == null) {
            last = last.finer();
            text.append(String.format(Locale.ROOT, "would refine to %,d: %s%n", last.count(), shown(last)));
        }
        text.append(String.format(
                Locale.ROOT,
                "and more while that takes less than a second, until their total is known within %.1f %%, at most for"
                        + " %.1f s%n",
                100 * growth.error(),
                terms.budgetNanos() / 1e9));
        text.append(String.format(
                "would write %s%s%n", file, keepBytes > 0 ? " and " + Prediction.resultsBeside(file) : ""));
        return text.toString();
    }

    private static String shown(SampleIndices sample) {
        int count = Math.min(SHOWN, sample.count());
        String some = IntStream.range(0, count)
                .mapToObj(i -> String.valueOf(sample.index(i)))
                .collect(Collectors.joining(", "));
        return count < sample.count() ? some + ", …" : some;
    }
}
