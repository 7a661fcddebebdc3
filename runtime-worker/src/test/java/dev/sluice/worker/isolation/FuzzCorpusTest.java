package dev.sluice.worker.isolation;

import dev.sluice.testing.FuzzCorpus;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays the inputs of the fuzz targets of this module, and mutants of each. See lab/lab fuzz. */
@Tag("slow")
class FuzzCorpusTest {
    static List<Class<?>> targets() throws IOException, ClassNotFoundException {
        return FuzzCorpus.targets();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void shouldReadOrRefuseEachInput(Class<?> target, TestReporter reporter) {
        reporter.publishEntry(FuzzCorpus.replay(target));
    }
}
