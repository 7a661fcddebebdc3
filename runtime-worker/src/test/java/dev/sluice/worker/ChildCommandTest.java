package dev.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.message.ApplicationInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildCommandTest {
    private final ChildCommand command =
            new ChildCommand(new ChildWire.Load(new ApplicationInfo(List.of(), "", List.of()), List.of()), 4);

    @Test
    void shouldHandOnWhatTheWorkerWasGiven() {
        assertThat(command.options(List.of("-Xmx300m", "-ea", "-Dmine=1", "-XX:+UseZGC"), 300L << 20))
                .contains("-Xmx300m", "-ea", "-Dmine=1", "-XX:+UseZGC")
                .doesNotContain("-XX:+UseSerialGC");
    }

    @Test
    void shouldDivideTheWorkersHeapWhenNoneWasGiven() {
        assertThat(command.options(List.of(), 8L << 30)).contains("-Xmx2048m", "-XX:+UseSerialGC");
        assertThat(command.options(List.of(), 100L << 20)).contains("-Xmx128m");
    }

    @Test
    void shouldKeepToItselfWhatOnlyOneProcessMayHave() {
        assertThat(command.options(
                        List.of(
                                "-agentlib:jdwp=transport=dt_socket,address=5005",
                                "-javaagent:x.jar",
                                "-XX:ArchiveClassesAtExit=x.jsa",
                                "-Dcom.sun.management.jmxremote.port=9"),
                        1L << 30))
                .noneMatch(option -> option.matches("-agent.*|-javaagent.*|-XX:Archive.*|-Dcom.*"));
    }
}
