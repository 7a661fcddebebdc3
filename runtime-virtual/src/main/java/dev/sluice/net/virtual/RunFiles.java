package dev.sluice.net.virtual;

import dev.sluice.model.RunId;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.runfile.UnitNeeds;
import java.net.InetSocketAddress;
import java.util.List;

/** Run files for tests. */
public final class RunFiles {
    private RunFiles() {}

    /** One of the run {@code run-1} at this port of {@code host}, which is no address. */
    public static RunFile of(Role role, int port) {
        return new RunFile(
                new RunId("run-1"),
                List.of(InetSocketAddress.createUnresolved("host", port)),
                null,
                "a".repeat(64),
                role,
                Secret.parse("1".repeat(64)),
                false,
                UnitNeeds.NONE);
    }
}
