package dev.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.virtual.RunFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PoolAddressTest {
    @TempDir
    Path directory;

    private void write(Role role) {
        RunFiles.of(role, 7_000).write(PoolAddress.file(directory, role));
    }

    private PoolAddress told(String... words) {
        PoolClientOptions options = new PoolClientOptions();
        List<String> all = new ArrayList<>(List.of("--pool-dir", directory.toString()));
        all.addAll(List.of(words));
        new CommandLine(options).parseArgs(all.toArray(String[]::new));
        return options.address();
    }

    @Test
    void shouldReadTheMostPowerfulFile() throws Exception {
        write(Role.READ);
        assertThat(told().read().role()).isEqualTo(Role.READ);
        write(Role.SUBMIT);
        assertThat(told().read().role()).isEqualTo(Role.SUBMIT);
        write(Role.ADMIN);
        assertThat(told().read().role()).isEqualTo(Role.ADMIN);
        Files.delete(PoolAddress.file(directory, Role.ADMIN));
        assertThat(told().read().role()).isEqualTo(Role.SUBMIT);
    }

    @Test
    void shouldReadTheFileOfTheRoleThatIsTold() {
        write(Role.ADMIN);
        write(Role.READ);

        assertThat(told("--pool-role", "read").read().role()).isEqualTo(Role.READ);
        assertThatThrownBy(() -> told("--pool-role", "submit").read())
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_POOL))
                .hasMessageContaining("for the role submit")
                .hasMessageContaining(directory.toString());
    }

    @Test
    void shouldRefuseARoleThatNoCommandHas() {
        for (String role : List.of("agent", "worker", "Admin", "")) {
            assertThatThrownBy(() -> told("--pool-role", role))
                    .isInstanceOfSatisfying(
                            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
                    .hasMessage("--pool-role: " + role + " (expected: one of admin, submit, read)");
        }
    }
}
