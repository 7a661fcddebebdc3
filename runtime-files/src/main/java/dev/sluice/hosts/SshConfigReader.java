package dev.sluice.hosts;

import dev.sluice.text.Source;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of {@code Host} lines, and of those of files that are included. Names alone: user, port and address are
 * ssh's to look up.
 */
final class SshConfigReader {
    /** The depth to which ssh itself includes files. */
    private static final int MOST_LEVELS = 16;

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|([^\\s\"]+)");

    private final Path home;
    private final HostListBuilder hosts;

    private SshConfigReader(Path home, HostListBuilder hosts) {
        this.home = home;
        this.hosts = hosts;
    }

    /** @param home the user's, in whose {@code .ssh} included files are */
    static List<HostSpec> read(Source source, List<Line> lines, Path home) {
        HostListBuilder hosts = new HostListBuilder(source, HostListBuilder.Again.IGNORED);
        new SshConfigReader(home, hosts).read(source, lines, 1);
        return hosts.hosts("a line 'Host NAME' whose name is no pattern");
    }

    private void read(Source source, List<Line> lines, int level) {
        for (Line line : lines) {
            List<String> words = words(line.text());
            String keyword = words.isEmpty() ? "" : words.get(0).toLowerCase(Locale.ROOT);
            List<String> values = words.isEmpty() ? words : words.subList(1, words.size());
            if (keyword.equals("host")) {
                values.forEach(name -> add(source, line.number(), name));
            } else if (keyword.equals("include")) {
                values.forEach(pattern -> include(source, line.number(), pattern, level));
            }
        }
    }

    /** The first equals sign may stand for the space behind the keyword. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        if (!line.startsWith("#")) {
            Matcher matcher = WORD.matcher(line.replaceFirst("^([A-Za-z]+)\\s*=\\s*", "$1 "));
            while (matcher.find()) {
                String word = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                if (matcher.group(1) == null && word.startsWith("#")) {
                    break;
                }
                words.add(word);
            }
        }
        return words;
    }

    private void add(Source source, int line, String name) {
        if (name.chars().anyMatch(letter -> letter == '*' || letter == '?' || letter == '!')) {
            return;
        }
        String checked = new HostWords(source).name(line, name);
        hosts.add(line, new HostSpec(checked, null, 0, 0, source.at(line)));
    }

    private void include(Source source, int line, String pattern, int level) {
        if (level == MOST_LEVELS) {
            throw source.wrong(
                    line, "Include: more than " + MOST_LEVELS + " files deep", "files that include no circle");
        }
        for (Path file : files(source, line, pattern)) {
            Source included = new Source(file.toString(), source.what(), HostFileException::new);
            try {
                read(included, Line.of(included.read(file, HostFile.MOST_BYTES)), level + 1);
            } catch (IOException e) {
                throw source.wrong(line, "Include: " + file + ": " + e, "a file that can be read");
            }
        }
    }

    /** The existing files, sorted by name; like ssh, none is no error. */
    private List<Path> files(Source source, int line, String pattern) {
        String told = pattern.startsWith("~/") ? home + pattern.substring(1) : pattern;
        Path whole = home.resolve(".ssh").resolve(told);
        Path directory = whole.getParent();
        Path name = whole.getFileName();
        List<Path> files = new ArrayList<>();
        if (directory == null || name == null || !Files.isDirectory(directory)) {
            return files;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, name.toString())) {
            for (Path file : found) {
                if (Files.isRegularFile(file)) {
                    files.add(file);
                }
            }
        } catch (IOException | DirectoryIteratorException | IllegalArgumentException e) {
            throw source.wrong(line, "Include: " + Source.quoted(pattern) + ": " + e, "files that can be read");
        }
        Collections.sort(files);
        return files;
    }
}
