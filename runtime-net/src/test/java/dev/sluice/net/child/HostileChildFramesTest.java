package dev.sluice.net.child;

import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.testing.Mutants;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Messages between a worker and the processes of its units that were damaged, as by a unit that writes to the pipe. */
class HostileChildFramesTest {
    @Test
    void shouldRefuseADamagedMessage(TestReporter reporter) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(1);
            ApplicationInfo info = new ApplicationInfo(List.of(), "org.example.App", List.of("--units", "9"));
            ChildFormat.writeLoad(
                    out, new ChildFormat.Load(info, List.of(Path.of("a.jar")), Map.of("x.csv", Path.of("/tmp/x.csv"))));
            out.write(3);
            ChildFormat.writeBytes(out, new byte[300]);
        }
        Mutants mutants = new Mutants("child frames", IOException.class, message -> "");
        reporter.publishEntry(mutants.of(bytes.toByteArray(), mutant -> {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(mutant));
            ChildFormat.readKind(in);
            ChildFormat.readLoad(in);
            ChildFormat.readKind(in);
            ChildFormat.readBytes(in);
        }));
    }
}
