package dev.sluice.master.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.api.Application;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Hosted;
import dev.sluice.api.Verdict;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationsTest {
    @TempDir
    Path directory;

    private static void assertRefused(List<Path> jars, String className, ErrorCode code) {
        assertThatThrownBy(() -> Applications.load(jars, className))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(jars.get(0).getFileName().toString());
    }

    private Path emptyJar() throws IOException {
        Path jar = directory.resolve("empty.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file)) {
            entries.finish();
        }
        return jar;
    }

    @Test
    void shouldRefuseWhatIsNoReadableJar() {
        assertRefused(List.of(directory.resolve("missing.jar")), "Work", ErrorCode.FILE_NOT_FOUND);
        assertRefused(List.of(directory), "Work", ErrorCode.FILE_NOT_FOUND);
        assertRefused(List.of(Path.of("/dev/zero")), "Work", ErrorCode.FILE_NOT_FOUND);
    }

    @Test
    void shouldRefuseAFileThatIsNoJar() throws IOException {
        Path text = Files.writeString(directory.resolve("text.jar"), "no jar");
        assertRefused(List.of(text), null, ErrorCode.NO_APPLICATION);
        assertThatThrownBy(() -> Applications.load(List.of(text), null)).hasMessageContaining("is no jar: ");
    }

    @Test
    void shouldRefuseAJarWithoutAnApplication() throws IOException {
        assertRefused(List.of(emptyJar()), null, ErrorCode.NO_APPLICATION);
    }

    @Test
    void shouldRefuseAClassThatIsNoApplication() throws IOException {
        assertRefused(List.of(emptyJar()), "java.lang.String", ErrorCode.BAD_APPLICATION);
    }

    /** An application whose first cycle fails, or is missing. */
    private static final class Failing extends Application<Long, Long, Long> {
        private final boolean throwing;

        Failing(boolean throwing) {
            this.throwing = throwing;
        }

        @Override
        @SuppressWarnings("NullAway") // the test breaks the contract
        protected Cycle<Long> cycle(int number) {
            if (throwing) {
                throw new IllegalStateException("no data");
            }
            return null;
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected Long compute(Long setup, Long unit) {
            return unit;
        }

        @Override
        protected Verdict accept(long unit, Long result) {
            return Verdict.CONTINUE;
        }
    }

    @Test
    void shouldRefuseArgumentsThatTheApplicationDoesNotKnow() throws ApplicationException {
        Hosted<?, ?, ?> application = Hosted.of(new Failing(true));
        assertThatThrownBy(() -> Applications.parse(application, List.of("--no-such-option")))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.APPLICATION_ARGUMENTS))
                .hasMessageContaining("--no-such-option");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReportWhatTheApplicationDidWrong(boolean throwing) throws ApplicationException {
        Hosted<?, ?, ?> application = Hosted.of(new Failing(throwing));
        ApplicationException failure = catchThrowableOfType(ApplicationException.class, () -> application.cycle(0));
        SluiceException failed = Applications.failed(failure);
        assertThat(failed.code()).isEqualTo(ErrorCode.APPLICATION_FAILED);
        assertThat(failed).hasMessageContaining("cycle").hasCause(failure);
    }
}
