package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.Role;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which pool a command asks, and in which role. */
public final class PoolClientOptions {
    @Mixin
    private final PoolDirectoryOptions directory = new PoolDirectoryOptions();

    @Option(
            names = "--pool-role",
            paramLabel = "ROLE",
            description = "how the pool is asked: admin, submit or read (default: the most powerful whose file in "
                    + "private/ of the pool's directory you can read)")
    private @Nullable String role;

    /**
     * Concludes the options.
     *
     * @throws SluiceException USAGE for an unknown role
     */
    public PoolAddress address() {
        return new PoolAddress(directory.directory(), role == null ? null : role("--pool-role", role));
    }

    static Role role(String option, String text) {
        return Role.POOL_CLIENTS.stream()
                .filter(role -> role.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new SluiceException(
                        ErrorCode.USAGE,
                        option + ": " + text + " (expected: one of "
                                + Role.POOL_CLIENTS.stream().map(Role::text).collect(Collectors.joining(", ")) + ")"));
    }
}
