package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A system that has no descriptors or processes for another shell. */
@NoLeaks
@Tag("slow")
class RefusedShellTest {
    @TempDir
    Path directory;

    /** Starts shells. While it is missing, the system refuses to, and the message has the words of a refusal. */
    private Path spawner;

    private CommandCrew crew;

    @BeforeEach
    void makeCrew() throws IOException {
        spawner = directory.resolve("spawn helper");
        allow();
        crew = new CommandCrew(
                new CrewConfig("here", new WorkingDirectory.Current(), "/bin/sh", SlotResources.NONE, 0),
                new ShellProgram(List.of(spawner.toString()), "/bin/sh", 0));
    }

    @AfterEach
    void closeCrew() throws IOException {
        crew.close();
    }

    private void allow() throws IOException {
        Files.writeString(spawner, "#!/bin/sh\n: > \"${0% *}-$$\"\nexec setsid \"$@\"\n");
        Files.setPosixFilePermissions(spawner, PosixFilePermissions.fromString("rwx------"));
    }

    /** Makes the system refuse to start shells, when so many have begun: the guardian and those of slots. */
    private void refuse(int begun) throws IOException {
        await().until(() -> {
            try (Stream<Path> marks = Files.list(directory)) {
                return marks.filter(mark -> mark.getFileName().toString().startsWith("spawn-"))
                                .count()
                        >= begun;
            }
        });
        Files.delete(spawner);
    }

    @Test
    void shouldWaitForASlotWhoseShellRuns() throws Exception {
        CrewSlot first = crew.slot();
        CrewSlot second = crew.slot();
        refuse(3);
        int[] third = new int[1];
        Thread waiting = new Thread(() -> {
            try (CrewSlot slot = crew.slot()) {
                third[0] = slot.number();
            } catch (IOException | InterruptedException lost) {
                third[0] = -1;
            }
        });
        waiting.start();
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        second.close();
        waiting.join();
        assertThat(third[0]).isEqualTo(2);
        first.close();
    }

    @Test
    void shouldStartAShellWhenTheSystemLetsItAgain() throws Exception {
        CrewSlot first = crew.slot();
        refuse(2);
        Thread waiting = new Thread(() -> {
            try (CrewSlot slot = crew.slot()) {
                assertThat(slot.number()).isEqualTo(2);
            } catch (IOException | InterruptedException lost) {
                throw new IllegalStateException(lost);
            }
        });
        waiting.start();
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        allow();
        waiting.join();
        first.close();
    }

    @Test
    void shouldSayWhatIsMissingWhereNoOtherCommandRuns() throws Exception {
        Files.delete(spawner);
        assertThatThrownBy(crew::slot).hasMessageContaining("Cannot run program");
    }
}
