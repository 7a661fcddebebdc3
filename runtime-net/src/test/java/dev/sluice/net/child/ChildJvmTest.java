package dev.sluice.net.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
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
    void shouldPrintNothingToWhereChildrenAnswer() throws Exception {
        List<String> options = ChildJvm.options(
                List.of("-verbose:gc", "-Xlog:gc*", "-Xlog:cds=off", "-Xlog:safepoint:file=x.log", "-XX:+UsePerfData"),
                1L << 30,
                1);
        assertThat(options)
                .contains("-XX:-UsePerfData", "-Xlog:cds=off", "-Xlog:safepoint:file=x.log")
                .doesNotContain("-verbose:gc", "-Xlog:gc*", "-XX:+UsePerfData");
        List<String> line = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        line.addAll(ChildJvm.options(List.of("-Xlog:gc*"), 1L << 30, 1));
        line.addAll(List.of("-XX:SharedArchiveFile=there-is-none.jsa", "-version"));
        Process java = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(java.getInputStream().readAllBytes()).isEmpty();
        assertThat(java.waitFor()).as("of " + line).isZero();
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
