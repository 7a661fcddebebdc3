package dev.sluice.cli.foreign;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The modules that lie beside a program in Python and that it imports, directly or through one of them. A module is one
 * file, a package is its whole directory. Import statements are found by their text: nothing is executed, and those in
 * functions count. Confined to one thread.
 */
final class ModulesBeside {
    /** Bound of all modules of a program [bytes]. */
    static final long MOST_BYTES = 32 << 20;

    static final int MOST_FILES = 5_000;

    private static final String PYTHON = ".py";
    /** The package that every program has. */
    private static final String OWN_PACKAGE = "sluice";

    /** Both forms; a relative import stays in its package. */
    private static final Pattern IMPORT = Pattern.compile(
            "(?m)(?:^|[;:])[ \\t]*(?:import[ \\t]+([^;#\\n]+)|from[ \\t]+(\\w+)[\\w.]*[ \\t]+import\\b)");

    private static final Pattern FIRST_NAME = Pattern.compile("\\s*(\\w+).*");
    /** A line that ends with a backslash goes on. */
    private static final Pattern CONTINUED = Pattern.compile("\\\\\\r?\\n");

    private static final String SEARCH_PATH = "sys.path";

    /** A text, or the end of one that begins with a value, as in {@code here + "/lib"} or <code>f"{here}/lib"</code>. */
    private static final Pattern LITERAL = Pattern.compile("[\"'}]/?([\\w.][\\w./-]*)[\"']");

    private final Path directory;
    /** The places where the program looks: beside it, and in the directories there that it adds to its path. */
    private final Set<Path> searched = new LinkedHashSet<>();

    private final Set<String> seen = new HashSet<>(Set.of(OWN_PACKAGE));
    private final Deque<Path> unread = new ArrayDeque<>();
    private final SortedMap<String, byte[]> found = new TreeMap<>();
    private long bytes;

    private ModulesBeside(Path directory) {
        this.directory = directory;
        searched.add(directory);
    }

    /**
     * Returns the contents of the modules, by their paths relative to the program's directory.
     *
     * @throws SluiceException INPUT_FILE_UNUSABLE if they are too large to travel
     */
    static SortedMap<String, byte[]> of(Path program) throws IOException {
        Path absolute = program.toAbsolutePath().normalize();
        ModulesBeside modules = new ModulesBeside(absolute.resolveSibling(""));
        modules.read(Files.readAllBytes(absolute));
        while (!modules.unread.isEmpty()) {
            modules.take(modules.unread.remove());
        }
        modules.found.remove(String.valueOf(absolute.getFileName()));
        return modules.found;
    }

    /** Notes what a text imports. */
    private void read(byte[] text) throws IOException {
        String joined = CONTINUED
                .matcher(new String(text, StandardCharsets.UTF_8))
                .replaceAll(" ")
                .replace("\r", "");
        if (joined.contains(SEARCH_PATH)) {
            searchNamed(joined);
        }
        Matcher statement = IMPORT.matcher(joined);
        while (statement.find()) {
            if (statement.group(2) != null) {
                look(statement.group(2));
            } else {
                for (String part : statement.group(1).split(",", -1)) {
                    Matcher name = FIRST_NAME.matcher(part);
                    if (name.matches()) {
                        look(name.group(1));
                    }
                }
            }
        }
    }

    /** Notes the directories that a text names, which changes where modules are searched. */
    private void searchNamed(String text) {
        Matcher literal = LITERAL.matcher(text);
        while (literal.find()) {
            Path named = directory.resolve(literal.group(1)).normalize();
            if (named.startsWith(directory) && Files.isDirectory(named)) {
                searched.add(named);
            }
        }
    }

    /** Looks for a module with this name wherever Python might find it. */
    private void look(String name) throws IOException {
        if (seen.add(name)) {
            for (Path place : searched) {
                look(place, name);
            }
        }
    }

    private void look(Path place, String name) throws IOException {
        Path tree = place.resolve(name);
        if (Files.isRegularFile(tree.resolve("__init__.py"))) {
            addTree(tree);
            return;
        }
        List<Path> files = named(place, name);
        if (!files.isEmpty()) {
            unread.addAll(files);
        } else if (Files.isDirectory(tree) && files(tree).stream().anyMatch(ModulesBeside::isPython)) {
            addTree(tree);
        }
    }

    /** The module's file, or those that were compiled for different machines. */
    private static List<Path> named(Path place, String name) throws IOException {
        try (Stream<Path> all = Files.list(place)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> {
                        String own = String.valueOf(file.getFileName());
                        return own.equals(name + PYTHON) || own.startsWith(name + ".") && own.endsWith(".so");
                    })
                    .toList();
        }
    }

    private void addTree(Path tree) throws IOException {
        unread.addAll(files(tree));
    }

    /** The files of a package: without hidden ones, and without what Python compiled. */
    private static List<Path> files(Path tree) throws IOException {
        Path real = tree.toRealPath();
        try (Stream<Path> all = Files.find(real, Integer.MAX_VALUE, (path, is) -> is.isRegularFile())) {
            return all.map(real::relativize)
                    .filter(ModulesBeside::travels)
                    .limit(MOST_FILES + 1L)
                    .map(tree::resolve)
                    .toList();
        }
    }

    private static boolean travels(Path relative) {
        for (Path part : relative) {
            String name = part.toString();
            if (name.startsWith(".") || name.equals("__pycache__")) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPython(Path file) {
        return String.valueOf(file.getFileName()).endsWith(PYTHON);
    }

    private void take(Path file) throws IOException {
        String name = directory.relativize(file).toString();
        bytes += Files.size(file);
        if (bytes > MOST_BYTES || found.size() >= MOST_FILES) {
            String top = directory.relativize(file).getName(0).toString();
            throw new SluiceException(
                    ErrorCode.INPUT_FILE_UNUSABLE,
                    "modules beside the program, with all files of their directories, such as those of " + top
                            + ": more than " + (MOST_BYTES >> 20) + " MiB or " + MOST_FILES
                            + " files (expected: less; keep data elsewhere and name it with --file)");
        }
        byte[] content = Files.readAllBytes(file);
        found.put(name, content);
        if (isPython(file)) {
            read(content);
        }
    }
}
