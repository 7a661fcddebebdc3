package dev.sluice.net.runfile;

import dev.sluice.model.RunId;
import dev.sluice.net.rules.NetException;
import dev.sluice.testing.FuzzTarget;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The text of a run file. One that was read is written and read again. */
public final class RunFileFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(RunFileFuzz::read, NetException.class);

    private RunFileFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        Secret secret = Secret.of(new byte[Secret.BYTES]);
        RunFile network = new RunFile(
                new RunId("run-1"),
                List.of(InetSocketAddress.createUnresolved("10.0.0.1", 7_000)),
                null,
                "ab".repeat(32),
                Role.OPERATOR,
                secret,
                false,
                new UnitNeeds(2, 1L << 30, 1));
        RunFile local = new RunFile(
                new RunId("run-1"),
                List.of(),
                new LocalSocket(Path.of("/run/sock"), "m/n"),
                RunFile.WITHOUT_CERTIFICATE,
                Role.WORKER,
                secret,
                false,
                UnitNeeds.NONE);
        return List.of(
                network.text().getBytes(StandardCharsets.UTF_8), local.text().getBytes(StandardCharsets.UTF_8));
    }

    private static void read(byte[] input) {
        RunFile file = RunFile.parse(new StringReader(new String(input, StandardCharsets.UTF_8)));
        try {
            if (!RunFile.parse(new StringReader(file.text())).text().equals(file.text())) {
                throw new AssertionError("reads another file than it writes");
            }
        } catch (NetException wrong) {
            throw new AssertionError("does not read what it writes: " + wrong.getMessage(), wrong);
        }
    }
}
