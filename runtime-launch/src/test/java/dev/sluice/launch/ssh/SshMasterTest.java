package dev.sluice.launch.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start of a master with an ssh that runs the steps on this machine, and a Java that only seems to be a master. */
class SshMasterTest {
    private static final String SSH = """
        #!/bin/sh
        for word; do command=$word; done
        cd "${0%/*}" || exit
        export XDG_CACHE_HOME="$PWD/cache" JAVA_HOME="$PWD/home"
        exec /bin/sh -c "$command"
        """;

    /** A master that asks for a sub-master, and ends when it hears that there is none. */
    private static final String JAVA = """
        #!/bin/sh
        case $* in *-version*) echo 'openjdk version "17.0.1"' >&2; exit ;; esac
        mkdir ../private && cp "${JAVA_HOME%/*}/worker.run" ../private/new && mv ../private/new ../private/worker.run
        echo "a sub-master, please" >&2
        until [ -s ../private/refused ]; do sleep 0.05; done
        cat ../private/refused
        echo left > left.txt
        exit 5
        """;

    @TempDir
    Path directory;

    private final StringBuilder printed = new StringBuilder();

    private void program(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
        Files.setPosixFilePermissions(directory.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void shouldTellTheMasterWhyASubMasterWasNotStarted() throws Exception {
        program("ssh", SSH);
        Files.createDirectories(directory.resolve("home/bin"));
        program("home/bin/java", JAVA);
        SshLauncherTest.runFile("10.1.1.1").write(directory.resolve("worker.run"));
        Path jar = Files.writeString(directory.resolve("sluice-master.jar"), "a jar");
        Path into = Files.createDirectory(directory.resolve("files"));
        SshMaster master = new SshMaster(new SshMaster.Config(
                new HostSpec("there", null, 0, 1, "test"),
                directory.resolve("ssh").toString(),
                "run-1",
                jar,
                List.of(Files.writeString(directory.resolve("app.jar"), "another")),
                List.of()));

        assertThat(master.run(new Refusing(master), into)).isEqualTo(5);

        assertThat(printed).hasToString("far-1 no way to far-1: timeout\n");
        assertThat(into.resolve("left.txt")).hasContent("left");
        assertThat(directory.resolve("cache/sluice/masters")).isEmptyDirectory();
    }

    private final class Refusing implements SshMaster.Listener {
        private final SshMaster master;

        Refusing(SshMaster master) {
            this.master = master;
        }

        @Override
        public double sinceCommand() {
            return 0;
        }

        @Override
        public void listens(RunFile workers, LaunchPhases phases) {
            master.refuse("far-1", "no way to far-1:\n\ttimeout");
        }

        @Override
        public void returned(long bytes) {}

        @Override
        public void deserted() {}

        @Override
        public void printed(byte[] line) {
            printed.append(new String(line, StandardCharsets.UTF_8));
        }

        @Override
        public void said(String line) {}
    }
}
