package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.app.each.job.NoRoomException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output of commands on a disk that was full for a while. */
class DiskRoomTest {
    @TempDir
    Path directory;

    private final AtomicBoolean full = new AtomicBoolean();
    private DiskRoom room;

    @BeforeEach
    void makeRoom() throws IOException {
        room = new DiskRoom(
                directory, new RandomAccessFile(directory.resolve("probe").toFile(), "rw") {
                    @Override
                    public void write(byte[] bytes) throws IOException {
                        if (full.get()) {
                            throw new IOException("No space left on device");
                        }
                        super.write(bytes);
                    }
                });
    }

    @AfterEach
    void close() throws IOException {
        room.close();
    }

    @Test
    void shouldRefuseOutputOfATimeInWhichTheDiskWasFull() throws IOException {
        SlotFiles files = new SlotFiles(directory.resolve("slot-1"), room);
        SlotFiles others = new SlotFiles(directory.resolve("slot-2"), room);
        files.begin();
        Files.writeString(files.output(), "the beginning");
        full.set(true);
        others.discard(); // another command makes room
        full.set(false);

        assertThatThrownBy(files::requireRoom)
                .isInstanceOf(NoRoomException.class)
                .hasMessageContainingAll("output is incomplete: files of commands in " + directory, "(expected: room ");
        files.begin();
        files.requireRoom();
        assertThat(directory.resolve("probe")).isEmptyFile();
    }

    @Test
    void shouldLookForRoomWhileACommandRuns() throws Exception {
        full.set(true);
        ShellProgram program = ShellProgram.find();
        try (CommandWatch watch = new CommandWatch(room);
                Guardian guardian = new Guardian(program, Files.createDirectory(directory.resolve("crew")));
                HelperShell shell = HelperShell.start(program, guardian, null, directory.resolve("notes"))) {
            watch.add(new CommandWatch.Running(shell, directory, directory, CommandLimits.NONE, null));
            await().until(() -> room.timesFull() > 0);
        }
    }
}
