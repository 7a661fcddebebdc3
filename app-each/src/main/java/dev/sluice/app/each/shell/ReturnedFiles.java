package dev.sluice.app.each.shell;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.ReturnedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** The files that a command leaves in its directory and that come back. Used by one thread. */
final class ReturnedFiles {
    private static final int MOST_DEPTH = 8;

    private final Path directory;
    private final boolean complains;
    private final List<ReturnedFile> files = new ArrayList<>();
    /** Their names, a char for each byte. */
    private final Set<String> names = new HashSet<>();

    /** @param complains whether a missing file is a failure: not of a command that has failed anyway */
    ReturnedFiles(Path directory, boolean complains) {
        this.directory = directory;
        this.complains = complains;
    }

    /** Says what is wrong with the name of a file that is to come back; empty: nothing. */
    static Optional<String> offence(byte[] name) {
        String text = new String(name, StandardCharsets.ISO_8859_1);
        boolean climbs = Arrays.asList(text.split("/", -1)).contains("..");
        if (text.isEmpty() || text.startsWith("/") || climbs || text.indexOf('\0') >= 0) {
            return Optional.of("cannot return \"" + shown(name)
                    + "\" (expected: a name in the directory of the command, without \"..\")");
        }
        return Optional.empty();
    }

    /**
     * Opens files, without reading them: a name means itself, or else, as a pattern, all that it fits. A directory
     * means all files below it.
     *
     * @throws RefusedFileException if one is outside the directory or no regular file, or if it is needed and missing
     */
    void take(List<byte[]> names, boolean needed) throws IOException {
        for (byte[] name : names) {
            String text = text(name);
            int before = files.size();
            if (Files.exists(BytePath.resolve(directory, name), LinkOption.NOFOLLOW_LINKS)) {
                take(text, true);
            } else {
                expand("", List.of(text.split("/+")));
            }
            if (needed
                    && complains
                    && files.size() == before
                    && !Files.isDirectory(BytePath.resolve(directory, name))) {
                throw new RefusedFileException("--return " + shown(name) + ": the command left no such file (expected: "
                        + "a file in its directory; --return-if-there for one that may be missing)");
            }
        }
    }

    /** @param named whether the user named the file itself; what else leads out of the directory is left out */
    private void take(String name, boolean named) throws IOException {
        Path file = BytePath.resolve(directory, bytes(name));
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            for (String entry : entries(file)) {
                take(name.replaceFirst("/+$", "") + "/" + entry, false);
            }
        } else if (names.add(name)) {
            boolean there = Files.exists(file);
            Path real = there ? file.toRealPath() : file;
            if (there && real.startsWith(directory.toRealPath()) && Files.isRegularFile(real)) {
                boolean executable = Files.getPosixFilePermissions(real).contains(PosixFilePermission.OWNER_EXECUTE);
                files.add(new ReturnedFile(bytes(name), executable, Blob.of(real)));
            } else if (named) {
                throw new RefusedFileException(shown(bytes(name)) + refusal(there, real));
            }
        }
    }

    private String refusal(boolean there, Path real) throws IOException {
        if (!there) {
            return " is a symbolic link to nothing (expected: a file)";
        }
        return real.startsWith(directory.toRealPath())
                ? " is no regular file (expected: a file)"
                : " leads out of the directory of the command by a symbolic link (expected: a file in it)";
    }

    /** Takes all that a pattern fits; as in a shell, only a pattern that begins with a dot fits names that do. */
    private void expand(String above, List<String> parts) throws IOException {
        Pattern pattern = pattern(parts.get(0));
        for (String entry : entries(above.isEmpty() ? directory : BytePath.resolve(directory, bytes(above)))) {
            boolean hidden = entry.startsWith(".") && !parts.get(0).startsWith(".");
            if (hidden || !pattern.matcher(entry).matches()) {
                continue;
            }
            String name = above.isEmpty() ? entry : above + "/" + entry;
            if (parts.size() == 1) {
                take(name, false);
            } else if (Files.isDirectory(BytePath.resolve(directory, bytes(name)), LinkOption.NOFOLLOW_LINKS)) {
                expand(name, parts.subList(1, parts.size()));
            }
        }
    }

    private static Pattern pattern(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char at = glob.charAt(i);
            int close = at == '[' ? glob.indexOf(']', i + 2) : -1;
            if (close > 0) {
                String set = glob.substring(i + 1, close)
                        .replace("\\", "\\\\")
                        .replace("[", "\\[")
                        .replace("&&", "&\\&");
                regex.append('[')
                        .append(set.startsWith("!") ? "^" + set.substring(1) : set)
                        .append(']');
                i = close;
            } else {
                regex.append(at == '*' ? ".*" : at == '?' ? "." : Pattern.quote(String.valueOf(at)));
            }
        }
        try {
            return Pattern.compile(regex.toString(), Pattern.DOTALL);
        } catch (PatternSyntaxException noSet) {
            return Pattern.compile(Pattern.quote(glob));
        }
    }

    /** The files to bring back, in the order in which they were asked for. */
    List<ReturnedFile> files() {
        return files;
    }

    /**
     * The name of a file that is not brought back; empty if there is none. Hidden ones and links are nobody's results.
     */
    byte[] left() throws IOException {
        return bytes(left("", directory, 0));
    }

    private String left(String above, Path in, int depth) throws IOException {
        for (String entry : entries(in)) {
            Path file = BytePath.resolve(in, bytes(entry));
            if (entry.startsWith(".") || entry.equals("__pycache__") || names.contains(above + entry)) {
                continue;
            }
            boolean below = Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) && depth < MOST_DEPTH;
            String found = below
                    ? left(above + entry + "/", file, depth + 1)
                    : Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? above + entry : "";
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    private static List<String> entries(Path in) throws IOException {
        if (!Files.isReadable(in)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(in)) {
            return all.map(path -> text(BytePath.bytes(path)))
                    .map(path -> path.substring(path.lastIndexOf('/') + 1))
                    .sorted()
                    .toList();
        }
    }

    private static String text(byte[] name) {
        return new String(name, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String shown(byte[] name) {
        return ByteText.shown(name);
    }

    /** A returned file that must not be read. */
    static final class RefusedFileException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedFileException(String message) {
            super(message);
        }
    }
}
