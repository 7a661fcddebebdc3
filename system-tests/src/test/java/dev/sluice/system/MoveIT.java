package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice workers move} and {@code tree merge} with real processes, one of which is killed during a move. */
@NoLeaks
@Tag("long")
class MoveIT {
    @TempDir
    Path directory;

    @Test
    void shouldAnswerAsTheSerialRunDoesWhileTheTreeChanges() throws Exception {
        Path changed = directory.resolve("changed");
        String[] options = {"--units", "30000", "--compute-millis", "20", "--slow-until", changed.toString()};
        String serial = SubMasterTree.serial(directory, "--units", "30000");
        Path out = directory.resolve("moved.txt");
        try (SubMasterTree tree =
                new SubMasterTree(directory, out, List.of("--policy", "SS", "--speculation", "0"), options)) {
            tree.subMaster("a", tree.runFile).subMaster("b", tree.runFile);
            tree.workers("worker", 3);
            tree.master.awaitPercent(1);
            MasterRun a = tree.subMasters.get(0);
            MasterRun b = tree.subMasters.get(1);
            assertRefused("no sub-master", "workers", "move", "w3", "--to", "nowhere");
            assertRefused("no such worker", "workers", "move", "w99", "--to", "a");
            assertThat(ask("workers", "move", "w3", "--to", "a"))
                    .startsWith("w3 on ")
                    .contains(" moves to w1 on a in numbers-");
            a.awaitPrinted("w1 on");
            assertThat(ask("workers", "move", "--json", "w4", "w5", "--to", "b"))
                    .contains("\"mode\":\"moved\"", "\"workers\":[\"w4 on ");
            tree.kill(b);
            assertThat(ask("tree", "merge", "a"))
                    .contains("w1 on a leaves, and its workers move to the master in numbers-");
            assertThat(a.exitCodeWithin(60)).as(a.err()).isZero();
            Files.createFile(changed);
            JsonNode run = tree.ends();
            assertThat(run.at("/decisions").findValuesAsText("what").toString())
                    .contains("w3 on ", " moves to w1 on a", "w1 on a is removed; its workers move to the master");
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    private String ask(String... arguments) throws Exception {
        return MasterRun.master(directory, arguments).printed(0);
    }

    private void assertRefused(String offence, String... arguments) throws Exception {
        MasterRun.master(directory, arguments).refused(offence, "expected");
    }
}
