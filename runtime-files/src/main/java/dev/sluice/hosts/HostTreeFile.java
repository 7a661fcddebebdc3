package dev.sluice.hosts;

import dev.sluice.text.Source;
import dev.sluice.text.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;

/** A file that says who works for whom: as people write it, in YAML or JSON, or a plan (docs/sub-masters.md). */
public final class HostTreeFile {
    private HostTreeFile() {}

    /**
     * The tree of a file. Any thread.
     *
     * @param known hosts that may be named; empty: any
     * @throws HostFileException with file and line, when it cannot be read or is no tree
     */
    public static HostTree read(Path file, Set<String> known) {
        Source source = source(file.toString());
        if (Files.isDirectory(file)) {
            throw source.wrong(0, "a directory", source.what());
        }
        try {
            return parse(source, source.read(file, HostFile.MOST_BYTES), known);
        } catch (NoSuchFileException e) {
            throw source.wrong(0, "no such file", source.what());
        } catch (IOException e) {
            throw source.wrong(0, "cannot be read: " + e.getMessage(), source.what());
        }
    }

    /** The same of a text with this name. */
    static HostTree parse(String name, String text, Set<String> known) {
        return parse(source(name), text, known);
    }

    private static HostTree parse(Source source, String text, Set<String> known) {
        if (text.isBlank()) {
            throw source.wrong(0, "nothing in it", "sub-masters:, with a host and its children each");
        }
        return new HostTreeReader(source, known).read(Tree.read(source, text));
    }

    private static Source source(String name) {
        return new Source(name, "a tree of hosts", HostFileException::new);
    }
}
