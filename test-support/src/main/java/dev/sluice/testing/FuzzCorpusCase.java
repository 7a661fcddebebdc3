package dev.sluice.testing;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays the inputs of the fuzz targets of this module, and mutants of each. See lab/lab fuzz. A module with targets
 * has a class {@code FuzzCorpusTest} that extends it.
 */
@Tag("slow")
public abstract class FuzzCorpusCase {
    protected static List<Class<?>> targets() throws IOException, ClassNotFoundException {
        return FuzzCorpus.targets();
    }

    @ParameterizedTest
    @MethodSource("targets")
    protected void shouldReadOrRefuseEachInput(Class<?> target, TestReporter reporter) {
        reporter.publishEntry(FuzzCorpus.replay(target));
    }
}
