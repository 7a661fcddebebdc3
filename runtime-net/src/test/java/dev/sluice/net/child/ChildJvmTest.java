package dev.sluice.net.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
    @Test
    void shouldHandOnWhatTheParentWasGiven() {
        assertThat(ChildJvm.options(List.of("-Xmx300m", "-ea", "-Dmine=1", "-XX:+UseZGC"), 300L << 20, 4))
                .contains("-Xmx300m", "-ea", "-Dmine=1", "-XX:+UseZGC")
                .doesNotContain("-XX:+UseSerialGC");
    }

    @Test
    void shouldDivideTheParentsHeapWhenNoneWasGiven() {
        assertThat(ChildJvm.options(List.of(), 8L << 30, 4)).contains("-Xmx2048m", "-XX:+UseSerialGC");
        assertThat(ChildJvm.options(List.of(), 100L << 20, 4)).contains("-Xmx128m");
    }

    @Test
    void shouldKeepToTheParentWhatOnlyOneProcessMayHave() {
        assertThat(ChildJvm.options(
                        List.of(
                                "-agentlib:jdwp=transport=dt_socket,address=5005",
                                "-javaagent:x.jar",
                                "-XX:ArchiveClassesAtExit=x.jsa",
                                "-Dcom.sun.management.jmxremote.port=9"),
                        1L << 30,
                        1))
                .noneMatch(option -> option.matches("-agent.*|-javaagent.*|-XX:Archive.*|-Dcom.*"));
    }
}
