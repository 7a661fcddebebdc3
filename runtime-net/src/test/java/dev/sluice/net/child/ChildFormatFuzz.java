package dev.sluice.net.child;

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

/** The bytes between a worker and the process of a unit: an application, then some bytes. */
public final class ChildFormatFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(ChildFormatFuzz::read, IOException.class);

    private ChildFormatFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(1);
            ApplicationInfo info = new ApplicationInfo(List.of(), "org.example.App", List.of("--units", "9"));
            ChildFormat.writeLoad(
                    out, new ChildFormat.Load(info, List.of(Path.of("a.jar")), Map.of("x.csv", Path.of("/x.csv"))));
            out.write(3);
            ChildFormat.writeBytes(out, new byte[30]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of(bytes.toByteArray());
    }

    private static void read(byte[] input) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(input));
        ChildFormat.readKind(in);
        ChildFormat.readLoad(in);
        ChildFormat.readKind(in);
        ChildFormat.readBytes(in);
    }
}
