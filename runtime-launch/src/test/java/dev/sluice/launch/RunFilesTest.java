package dev.sluice.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.hosts.HostTree;
import dev.sluice.launch.ssh.SshLauncherTest;
import dev.sluice.net.runfile.RunFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunFilesTest {
    private final RunFiles files = new RunFiles(new HostTree(
            null,
            List.of(),
            List.of(
                    new HostTree.SubMaster("north", 0, List.of("south")),
                    new HostTree.SubMaster("south", 0, List.of("east"))),
            null));
    private final RunFile masters = SshLauncherTest.runFile("10.1.1.1");
    private final RunFile norths = SshLauncherTest.runFile("10.2.2.2");
    private final RunFile souths = SshLauncherTest.runFile("10.3.3.3");

    @Test
    void shouldGiveThatOfTheOneAboveWhenItListens() {
        assertThat(files.of("north", "")).isNull();
        files.master(masters);
        assertThat(files.of("north", "")).isEqualTo(masters);
        assertThat(files.of("west", "")).isEqualTo(masters);
        assertThat(files.of("south", "")).isNull();
        files.serves("north", norths);
        assertThat(files.of("south", "")).isEqualTo(norths);
        assertThat(files.of("east", "")).isNull();
        files.serves("south", souths);
        assertThat(files.of("east", "")).isEqualTo(souths);
    }

    @Test
    void shouldGiveThatOfTheNextOneAboveWhereThereIsNone() {
        files.master(masters);
        files.gone("south");
        assertThat(files.of("east", "")).as("the north may still come").isNull();
        files.serves("north", norths);
        assertThat(files.of("east", "")).isEqualTo(norths);
        files.gone("north");
        assertThat(files.of("east", "")).isEqualTo(masters);
    }

    @Test
    void shouldWaitForOneThatIsStartedAgain() {
        files.master(masters);
        files.serves("north", norths);
        files.starting("north");
        assertThat(files.of("south", "")).isNull();
        files.serves("north", souths);
        assertThat(files.of("south", "")).isEqualTo(souths);
    }
}
