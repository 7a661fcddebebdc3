package dev.sluice.master.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A directory on a disk. */
public final class RealJournalFiles implements JournalFiles {
    private final Path directory;

    private RealJournalFiles(Path directory) {
        this.directory = directory;
    }

    /** Opens a directory for reading only, whoever has its lock. */
    public static RealJournalFiles read(Path directory) {
        return new RealJournalFiles(directory);
    }

    /**
     * Opens a directory for writing and takes its lock, so that no other process writes to it. Creates the directory,
     * open to its owner only, if it does not exist.
     *
     * @throws dev.sluice.model.SluiceException when another process, or another opening in this one, has the lock
     */
    public static RealJournalFiles lock(Path directory) throws IOException {
        return new RealJournalFiles(directory);
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public List<String> list() throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public Source open(String name) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public Appended create(String name) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public Appended append(String name, long size) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public void delete(List<String> names) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isFull(IOException failure) {
        return false;
    }

    @Override
    public void close() {}
}
