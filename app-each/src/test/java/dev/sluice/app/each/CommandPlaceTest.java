package dev.sluice.app.each;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.each.shell.WorkingDirectory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandPlaceTest {
    @TempDir
    Path directory;

    private static WorkingDirectory resolved(boolean own, String directory) {
        return new CommandPlace(own, directory, List.of()).resolve(Path::of);
    }

    @Test
    void shouldBeTheNamedDirectoryInsteadOfNewOnesOnAHostThatHasIt() {
        assertThat(resolved(true, directory.toString())).isEqualTo(new WorkingDirectory.Given(directory));
        assertThat(resolved(true, directory + "/missing")).isEqualTo(new WorkingDirectory.Own(List.of()));
        assertThat(resolved(true, "")).isEqualTo(new WorkingDirectory.Own(List.of()));
    }

    @Test
    void shouldBeTheNamedDirectoryWhereverCommandsHaveNoneOfTheirOwn() {
        assertThat(resolved(false, directory + "/missing"))
                .isEqualTo(new WorkingDirectory.Given(directory.resolve("missing")));
        assertThat(resolved(false, "")).isEqualTo(new WorkingDirectory.Current());
    }
}
