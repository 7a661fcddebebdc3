package dev.sluice.cli.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The files of the live page. The list is fixed, so that no request can name another file. */
public final class PageFiles {
    /** The first file that a browser asks for. */
    public static final String INDEX = "index.html";

    static final String SHEET = "page.css";

    /** Each module stands after the modules that it imports. */
    static final List<String> MODULES = List.of(
            "words",
            "dom",
            "colours",
            "table",
            "chart",
            "store",
            "feed",
            "fold",
            "rows",
            "painter",
            "stream",
            "tree",
            "ledger",
            "course",
            "scaling",
            "fan",
            "lists",
            "overview",
            "page");

    private static final String TEXT = "; charset=utf-8";
    private static final Map<String, PageResource> FILES = read();

    private PageFiles() {}

    /** A file, its type for HTTP, and its content, which nobody changes. */
    public record PageResource(String name, String contentType, byte[] bytes) {
        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** Returns the file with a name, or null if the page has no such file. */
    public static @Nullable PageResource of(String name) {
        return FILES.get(name);
    }

    /** Returns the names of all files. */
    public static Iterable<String> names() {
        return FILES.keySet();
    }

    static String text(String name) {
        PageResource file = of(name);
        if (file == null) {
            throw new IllegalArgumentException("the page has no file " + name);
        }
        return file.text();
    }

    private static Map<String, PageResource> read() {
        Map<String, PageResource> files = new TreeMap<>();
        add(files, INDEX, "text/html" + TEXT);
        add(files, SHEET, "text/css" + TEXT);
        add(files, "icon.svg", "image/svg+xml");
        for (String module : MODULES) {
            add(files, module + ".js", "text/javascript" + TEXT);
        }
        return Map.copyOf(files);
    }

    private static void add(Map<String, PageResource> files, String name, String contentType) {
        try (InputStream stream = PageFiles.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the jar does not contain the page's file " + name);
            }
            files.put(name, new PageResource(name, contentType, stream.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
