package dev.sluice.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells where the files of a master on another host go. They come as they lie in its working directory, and go into the
 * current directory. A run directory elsewhere has another name there, and gets its files in the end.
 *
 * @param named the run directory; null for one with the usual name
 */
record ReturnedFiles(@Nullable Path named) {
    private static final String STAGING = ".returned";

    private boolean isElsewhere() {
        return named != null && (named.isAbsolute() || named.normalize().startsWith(".."));
    }

    /** The run directory in the working directory of the master; empty for one with the usual name. */
    String there() {
        if (named == null) {
            return "";
        }
        if (!isElsewhere()) {
            return named.toString();
        }
        Path last = named.toAbsolutePath().normalize().getFileName();
        return last == null ? "run" : last.toString();
    }

    /** The directory into which the files are unpacked. */
    Path into() {
        return isElsewhere() && named != null ? named.resolve(STAGING) : Path.of("");
    }

    /** Creates it. */
    void create() throws IOException {
        Files.createDirectories(into());
    }

    /** Moves files that have come to where they belong. */
    void settle() throws IOException {
        if (isElsewhere() && named != null) {
            Path from = into();
            move(from.resolve(there()), named);
            move(from, Path.of(""));
        }
    }

    /** Moves a directory's content, and deletes the directory. */
    private static void move(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> found = Files.walk(from)) {
            all = found.sorted(Comparator.reverseOrder()).toList(); // what is in a directory comes before it
        }
        for (Path each : all) {
            if (Files.isDirectory(each)) {
                Files.createDirectories(to.resolve(from.relativize(each)));
                Files.delete(each);
            } else {
                Path target = to.resolve(from.relativize(each));
                if (target.getParent() != null) {
                    Files.createDirectories(target.getParent());
                }
                Files.move(each, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
