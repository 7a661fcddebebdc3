package dev.sluice.net.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStoreTest {
    @TempDir
    Path directory;

    private FileStore store(long bytes) {
        return new FileStore(directory.resolve("cache"), new FileStore.Terms(bytes, false));
    }

    private FileInfo info(String name, String content) throws IOException {
        return info(name, Files.writeString(directory.resolve("original"), content), false);
    }

    private static FileInfo info(String name, Path path, boolean unpack) throws IOException {
        return new FileInfo(name, ContentHash.of(path), Files.size(path), unpack, false, "", "");
    }

    /** Fetches a file as if its content had come. */
    private static Taken.Here put(FileStore store, FileInfo file, Path content) throws IOException {
        Taken.Claim claim = claim(store, file);
        Files.write(claim.target().file(), Files.readAllBytes(content));
        return store.publish(claim);
    }

    private Taken.Here put(FileStore store, String name, String content) throws IOException {
        return put(store, info(name, content), directory.resolve("original"));
    }

    private static Taken.Claim claim(FileStore store, FileInfo file) throws IOException {
        return ((Taken.Mine) store.take(file, 0)).claim();
    }

    private static SluiceException refusal(FileStore store, FileInfo file) {
        try {
            Taken taken = store.take(file, 0);
            throw new AssertionError(taken + " (expected: a refusal)");
        } catch (SluiceException e) {
            return e;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldKeepAFileReadOnlyUnderItsName() throws IOException {
        FileStore store = store(0);
        Path path = put(store, "data/points.csv", "1,2").path();

        assertThat(path).hasContent("1,2").endsWithRaw(Path.of("data/points.csv"));
        assertThat(Files.getPosixFilePermissions(path)).isEqualTo(Permissions.FILE);
        assertThat(Files.getPosixFilePermissions(directory.resolve("cache"))).isEqualTo(Permissions.PRIVATE);
        assertThat(store.take(info("other", "1,2"), 0)).isInstanceOf(Taken.Here.class);
    }

    @Test
    void shouldLetOneOfAHostFetchAndTheOthersWait() throws IOException {
        FileInfo file = info("a", "abc");
        Taken.Claim first = claim(store(0), file);
        assertThat(store(0).take(file, 0)).isInstanceOf(Taken.Busy.class);
        Files.writeString(first.target().file(), "abc");
        store(0).publish(first);
        assertThat(store(0).take(file, 0)).isInstanceOf(Taken.Here.class);
    }

    @Test
    void shouldResumeWhatAnotherOneLeft() throws IOException {
        FileInfo file = info("a", "abcdef");
        try (Taken.Claim first = claim(store(0), file)) {
            Files.writeString(first.target().file(), "abc");
        }
        Taken.Claim second = claim(store(0), file);
        assertThat(second.target().offset()).isEqualTo(3);
        assertThat(second.target().file()).hasContent("abc");
    }

    @Test
    void shouldFetchADamagedFileAgain() throws IOException {
        FileStore store = store(0);
        Taken.Here here = put(store, "a", "abc");
        here.pin().close();
        Path content = here.path();
        Permissions.set(content, Permissions.PRIVATE);
        Files.writeString(content, "abd");

        assertThat(store.take(info("a", "abc"), 0)).isInstanceOf(Taken.Mine.class);
    }

    @Test
    void shouldRemoveTheLeastRecentlyUsedThatNobodyUses() throws IOException {
        FileStore store = store(10);
        Taken.Here used = put(store, "used", "1111");
        Taken.Here old = put(store, "old", "2222");
        old.pin().close();
        Files.setLastModifiedTime(old.path().getParent().getParent(), FileTime.fromMillis(1));

        Taken.Here young = put(store, "new", "3333");

        assertThat(used.path()).hasContent("1111");
        assertThat(young.path()).hasContent("3333");
        assertThat(old.path()).doesNotExist();
    }

    @Test
    void shouldRefuseAFileForWhichThereIsNoRoom() throws IOException {
        FileStore store = store(10);
        put(store, "used", "1111");
        assertThat(refusal(store, info("large", "7777777")).code()).isEqualTo(ErrorCode.FILE_CACHE_FULL);
        assertThat(store.take(info("small", "666666"), 0)).isInstanceOf(Taken.Mine.class);
    }

    @Test
    void shouldTakeItsOwnBoundOverTheOneOfTheRun() throws IOException {
        FileInfo file = info("large", "7777777");
        assertThat(refusal(store(6), file).code()).isEqualTo(ErrorCode.FILE_CACHE_FULL);
        assertThatThrownBy(() -> store(0).take(file, 6)).isInstanceOf(SluiceException.class);
        assertThat(store(7).take(file, 6)).isInstanceOf(Taken.Mine.class);
    }

    @Test
    void shouldUnpackAnArchiveOnceIntoAClosedDirectory() throws IOException {
        Path archive = new TarFile().program("bin/run", "abc").gzip(directory.resolve("a.tar.gz"));
        FileInfo file = info("env", archive, true);
        FileStore store = store(0);
        Path tree = put(store, file, archive).path();

        assertThat(tree.resolve("bin/run")).hasContent("abc");
        assertThat(Files.getPosixFilePermissions(tree.resolve("bin"))).isEqualTo(Permissions.CLOSED);
        assertThat(((Taken.Here) store.take(file, 0)).path()).isEqualTo(tree);
        assertThat(directory.resolve("cache").resolve(file.sha256() + "-unpacked.part"))
                .doesNotExist();
    }

    @Test
    void shouldUnpackWhatTheHostHasAlready() throws IOException {
        Path archive = new TarFile().file("x", "abc").gzip(directory.resolve("a.tar.gz"));
        FileStore store = store(0);
        put(store, info("packed", archive, false), archive);
        assertThat(store.take(info("env", archive, true), 0)).isInstanceOf(Taken.Here.class);
    }

    @Test
    void shouldUnpackADamagedDirectoryAgain() throws IOException {
        Path archive = new TarFile().file("x", "abc").gzip(directory.resolve("a.tar.gz"));
        FileStore store = store(0);
        FileInfo file = info("env", archive, true);
        Taken.Here here = put(store, file, archive);
        here.pin().close();
        Permissions.set(here.path(), Permissions.PRIVATE);
        Files.writeString(here.path().resolve("y"), "new");
        assertThat(store.take(file, 0)).isInstanceOf(Taken.Mine.class);
    }

    @Test
    void shouldRefuseAHostileArchiveAndFreeItsPlace() throws IOException {
        Path archive = new TarFile().file("../x", "abc").gzip(directory.resolve("a.tar.gz"));
        FileInfo file = info("env", archive, true);
        assertThatThrownBy(() -> put(store(0), file, archive))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ARCHIVE_REFUSED));
        assertThat(claim(store(0), file).target().offset()).isZero();
    }

    @Test
    void shouldUseTheOriginalOfThisMachineInItsPlace() throws IOException {
        Path original = Files.writeString(directory.resolve("in.csv"), "abc");
        FileInfo file =
                new FileInfo("in", ContentHash.of(original), 3, false, false, original.toString(), ThisHost.machine());
        assertThat(((Taken.Here) store(0).take(file, 0)).path()).isEqualTo(original);
        assertThat(directory.resolve("cache")).doesNotExist();
        Files.writeString(original, "other");
        assertThat(store(0).take(file, 0)).isInstanceOf(Taken.Mine.class);
    }

    @Test
    void shouldCopyTheOriginalIfItIsTold() throws IOException {
        Path original = Files.writeString(directory.resolve("in.csv"), "abc");
        FileInfo file =
                new FileInfo("in", ContentHash.of(original), 3, false, false, original.toString(), ThisHost.machine());
        FileStore store = new FileStore(directory.resolve("cache"), new FileStore.Terms(0, true));
        assertThat(store.take(file, 0)).isInstanceOf(Taken.Mine.class);
    }

    @Test
    void shouldNotTrustAPathOfAnotherMachine() throws IOException {
        Path original = Files.writeString(directory.resolve("in.csv"), "abc");
        FileInfo file = new FileInfo("in", ContentHash.of(original), 3, false, false, original.toString(), "other");
        assertThat(store(0).take(file, 0)).isInstanceOf(Taken.Mine.class);
    }
}
