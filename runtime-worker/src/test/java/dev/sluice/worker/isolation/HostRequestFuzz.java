package dev.sluice.worker.isolation;

import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.testing.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests of a worker to the process of a unit, one after the other. */
public final class HostRequestFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(HostRequestFuzz::read, IOException.class);

    private HostRequestFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(ChildWire.APPLICATION);
            ChildFormat.writeText(out, "/tmp/result");
            ApplicationInfo info = new ApplicationInfo(List.of(), "org.example.App", List.of("--units", "9"));
            ChildFormat.writeLoad(
                    out, new ChildFormat.Load(info, List.of(Path.of("a.jar")), Map.of("x.csv", Path.of("/x.csv"))));
            out.write(ChildWire.SETUP);
            ChildFormat.writeBytes(out, new byte[30]);
            out.write(ChildWire.UNIT);
            out.writeLong(7);
            out.writeInt(0);
            out.writeLong(41);
            ChildFormat.writeBytes(out, new byte[3]);
            out.write(ChildWire.END);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of(bytes.toByteArray());
    }

    private static void read(byte[] input) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(input));
        @Nullable HostRequest request;
        do {
            request = HostRequest.read(in);
        } while (request != null);
    }
}
