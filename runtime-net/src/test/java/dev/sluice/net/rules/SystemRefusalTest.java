package dev.sluice.net.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class SystemRefusalTest {
    private static ErrorCode of(Throwable thrown) {
        return SystemRefusal.of(thrown).orElse(ErrorCode.NONE);
    }

    @Test
    void shouldTellWhatTheSystemRefuses() {
        assertThat(of(new OutOfMemoryError("Java heap space"))).isEqualTo(ErrorCode.OUT_OF_MEMORY);
        assertThat(of(new OutOfMemoryError("unable to create native thread: possibly out of memory")))
                .isEqualTo(ErrorCode.TOO_MANY_THREADS);
        assertThat(of(new FileSystemException("run.json", null, "Too many open files")))
                .isEqualTo(ErrorCode.TOO_MANY_FILES);
        assertThat(of(new UnsatisfiedLinkError(
                        "libmanagement.so: cannot open shared object file: Too many open files")))
                .isEqualTo(ErrorCode.TOO_MANY_FILES);
        assertThat(of(new IOException("No space left on device"))).isEqualTo(ErrorCode.DISK_FULL);
        assertThat(of(new IOException("Cannot run program \"java\": error=11, Resource temporarily unavailable")))
                .isEqualTo(ErrorCode.TOO_MANY_THREADS);
    }

    @Test
    void shouldLookAtCauses() {
        IOException full = new IOException("Disk quota exceeded");
        assertThat(of(new IllegalStateException("a task", new UncheckedIOException(full))))
                .isEqualTo(ErrorCode.DISK_FULL);
    }

    @Test
    void shouldTakeNothingElseForARefusal() {
        assertThat(of(new IOException("Connection reset by peer"))).isEqualTo(ErrorCode.NONE);
        assertThat(of(new IllegalStateException("Too many open files, says a unit")))
                .isEqualTo(ErrorCode.NONE);
    }

    @Test
    void shouldNotTakeAFullQueueOfASocketForARefusedThread() {
        IOException full = new IOException("connect(..) failed with error(-11): Resource temporarily unavailable");
        assertThat(SystemRefusal.ofConnection(full)).isEmpty();
        assertThat(SystemRefusal.ofConnection(new IllegalStateException(new OutOfMemoryError("native thread"))))
                .contains(ErrorCode.TOO_MANY_THREADS);
        assertThat(SystemRefusal.ofConnection(new IOException("Too many open files")))
                .contains(ErrorCode.TOO_MANY_FILES);
    }
}
