package {{package}};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The computation by itself, in this process: no network, no workers. */
class {{class}}Test {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1_000, 999_983, 1_000_000, 5_000_000})
    void shouldCountThePrimesBelowAMillionInRangesOfAnySize(int range) throws Exception {
        assertEquals("78498 primes below 1000000\n", run("--below=1000000", "--range=" + range));
    }

    @Test
    void shouldFindNoPrimeBelowTwo() throws Exception {
        assertEquals("0 primes below 2\n", run("--below=2"));
    }

    @Test
    void shouldRefuseRangesOfNothing() {
        ApplicationException refusal = assertThrows(ApplicationException.class, () -> run("--range=0"));
        assertTrue(refusal.getMessage().contains("--range: 0 (expected: 1 to"), refusal.getMessage());
    }

    /** Runs the application with these options and returns what it wrote. */
    private String run(String... options) throws Exception {
        Path out = directory.resolve("primes.txt");
        Hosted<?, ?, ?> application = Hosted.of(new {{class}}());
        application.parse(Stream.concat(Stream.of(options), Stream.of("--out=" + out)).toList());
        assertEquals(SerialRun.Outcome.COMPLETE, new SerialRun<>(application).run());
        return Files.readString(out);
    }
}
