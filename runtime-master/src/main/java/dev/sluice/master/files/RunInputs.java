package dev.sluice.master.files;

import dev.sluice.api.InputFile;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.files.ContentHash;
import dev.sluice.net.files.FileStore;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files of a run on the master, described for workers. Immutable. */
public final class RunInputs {
    private static final int LONGEST_PATH = 1_024;

    private final InputFiles described;
    private final Map<String, Path> byName;

    private RunInputs(InputFiles described, Map<String, Path> byName) {
        this.described = described;
        this.byName = byName;
    }

    /**
     * Checks and hashes the files.
     *
     * @param cacheBytes bound of each host's cache; 0 for the usual one [bytes]
     * @throws SluiceException if a file cannot be used
     */
    public static RunInputs of(List<InputFile> files, long cacheBytes) {
        Map<String, Path> byName = check(files);
        List<FileInfo> infos = new ArrayList<>();
        String machine = files.isEmpty() ? "" : ThisHost.machine();
        for (InputFile file : files) {
            Path path = file.path().toAbsolutePath();
            try {
                if (file.unpack()) {
                    FileStore.checkArchive(path, cacheBytes);
                }
                boolean known = path.toString().length() <= LONGEST_PATH;
                infos.add(new FileInfo(
                        file.name(),
                        ContentHash.known(path),
                        Files.size(path),
                        file.unpack(),
                        Files.isExecutable(path),
                        known ? path.toString() : "",
                        known ? machine : ""));
            } catch (IOException e) {
                throw unusable(file, e.toString(), "a file that stays readable");
            }
        }
        return new RunInputs(new InputFiles(infos, cacheBytes, true), byName);
    }

    /**
     * Checks that the files can be read and that their names differ. Returns the paths by name.
     *
     * @throws SluiceException if not
     */
    public static Map<String, Path> check(List<InputFile> files) {
        if (files.size() > InputFiles.MOST_FILES) {
            throw new SluiceException(
                    ErrorCode.INPUT_FILE_UNUSABLE,
                    "files: " + files.size() + " (expected: at most " + InputFiles.MOST_FILES
                            + "; pack many into an archive)");
        }
        Map<String, Path> byName = new HashMap<>();
        for (InputFile file : files) {
            Path path = file.path();
            if (!Files.exists(path)) {
                throw unusable(file, path + " does not exist", "the path of a file");
            }
            if (Files.isDirectory(path)) {
                throw unusable(file, path + " is a directory", "a file; pack the directory and let it be unpacked");
            }
            if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
                throw unusable(file, path + " is no file that can be read", "a regular, readable file");
            }
            if (byName.put(file.name(), path) != null) {
                throw unusable(file, "two files have this name", "a name of its own for each");
            }
        }
        return byName;
    }

    private static SluiceException unusable(InputFile file, String offence, String expected) {
        return new SluiceException(
                ErrorCode.INPUT_FILE_UNUSABLE,
                "file " + file.name() + ": " + offence + " (expected: " + expected + ")");
    }

    /** Descriptions of the files for workers. */
    public InputFiles described() {
        return described;
    }

    /** The originals by their names. */
    public Map<String, Path> byName() {
        return byName;
    }

    /**
     * Provides files to a process that computes alone, with the user's cache of files.
     *
     * @throws SluiceException if a file cannot be used
     */
    public static Map<String, Path> ofOneProcess(List<InputFile> files) throws IOException {
        return of(files, 0).ofOneProcess();
    }

    /** Provides the files to a process that computes alone, with the user's cache of files. */
    public Map<String, Path> ofOneProcess() throws IOException {
        return here(JarCache.userFiles());
    }

    /**
     * Provides the files to a process that computes alone: the originals, and archives unpacked in the cache. They stay
     * in use until the process ends.
     */
    Map<String, Path> here(FileStore store) throws IOException {
        Map<String, Path> paths = new HashMap<>(byName);
        for (FileInfo file : described.files()) {
            if (file.unpack()) {
                Path original = byName.get(file.name());
                if (original != null) {
                    paths.put(file.name(), store.unpacked(file, original, described.cacheBytes()));
                }
            }
        }
        return paths;
    }

    /** The originals by the hashes of their contents. */
    public Map<String, Path> byHash() {
        Map<String, Path> paths = new HashMap<>();
        for (FileInfo file : described.files()) {
            Path path = byName.get(file.name());
            if (path != null) {
                paths.put(file.sha256(), path);
            }
        }
        return paths;
    }
}
