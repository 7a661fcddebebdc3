package dev.sluice.cli.page;

import dev.sluice.cli.option.Columns;
import dev.sluice.model.Amount;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the page of a run as one file with its data inside. The file loads nothing: its content security policy allows
 * its own script and style sheet by their hashes, and nothing else.
 */
public final class ReportPage {
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (\\{[^}]*\\}) from '\\./(\\w+)\\.js';$");
    private static final Pattern EXPORT = Pattern.compile("(?m)^export (?=(?:const|function|class) (\\w+))");
    private static final String ICON = "<link rel=\"icon\" href=\"icon.svg\">\n";
    private static final String SHEET = "<link rel=\"stylesheet\" href=\"page.css\">\n";
    private static final String SCRIPT = "<script type=\"module\" src=\"page.js\"></script>\n";
    private static final String CHARSET = "<meta charset=\"utf-8\">\n";
    private static final String END = "</body>";
    private static final String MAIN_END = "</main>\n";
    private static final long LARGEST_PICTURE = 8_000_000;

    /** Types of pictures by the ends of their names. */
    private static final Map<String, String> TYPES =
            Map.of("gif", "gif", "jpeg", "jpeg", "jpg", "jpeg", "png", "png", "svg", "svg+xml");

    private ReportPage() {}

    /** Returns the file for a whole view in the form of {@code docs/page.schema.json}. */
    public static String html(String json) {
        return html(json, "");
    }

    /** The same with these {@linkplain #figure figures} at its end. */
    public static String html(String json, String figures) {
        String page = page(json, figures.isEmpty() ? "" : "img-src data:; ");
        return figures.isEmpty()
                ? page
                : replaced(
                        page,
                        MAIN_END,
                        MAIN_END + "<section class=\"inner\" aria-label=\"Pictures\">" + figures + "</section>\n");
    }

    /**
     * Returns a picture of the application for the page.
     *
     * @throws IOException if it cannot be read, or is none that a page shows
     */
    public static String figure(Path picture) throws IOException {
        String name = picture.getFileName().toString();
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
        if (type == null) {
            throw new IOException(Columns.printable(name)
                    + " is no picture that the page shows (expected: .gif, .jpeg, .jpg, .png or .svg)");
        }
        if (Files.size(picture) > LARGEST_PICTURE) {
            throw new IOException(Columns.printable(name) + " has " + Amount.bytes(Files.size(picture))
                    + " (expected: at most " + Amount.bytes(LARGEST_PICTURE) + ")");
        }
        String data = Base64.getEncoder().encodeToString(Files.readAllBytes(picture));
        String title = name.replaceAll("[&<>\"']", "_");
        return "<figure><img alt=\"" + title + "\" src=\"data:image/" + type + ";base64," + data + "\"><figcaption>"
                + title + "</figcaption></figure>";
    }

    private static String page(String json, String images) {
        String sheet = PageFiles.text(PageFiles.SHEET);
        String script = script();
        String policy = "default-src 'none'; " + images + "script-src '" + hash(script) + "'; style-src '" + hash(sheet)
                + "'; base-uri 'none'; form-action 'none'";
        String page = PageFiles.text(PageFiles.INDEX);
        page = replaced(page, ICON, "");
        page = replaced(page, SCRIPT, "");
        page = replaced(page, SHEET, "<style>" + sheet + "</style>\n");
        page = replaced(
                page, CHARSET, CHARSET + "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n");
        String data = "<script type=\"application/gzip\" id=\"run\">" + compressed(json) + "</script>\n";
        return replaced(page, END, data + "<script type=\"module\">" + script + "</script>\n" + END);
    }

    /** The text in gzip and base 64: a third of its length, which a browser opens in half the time. */
    private static String compressed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write(text.getBytes(StandardCharsets.UTF_8)); // half a surrogate pair becomes "?"
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static String replaced(String page, String part, String by) {
        int at = page.indexOf(part);
        if (at < 0) {
            throw new IllegalStateException(PageFiles.INDEX + " has no line " + part.strip());
        }
        return page.substring(0, at) + by + page.substring(at + part.length());
    }

    /** Joins the modules to one script: each becomes a function's body, and its exports the value of a constant. */
    static String script() {
        StringBuilder script = new StringBuilder("'use strict';\n");
        for (String module : PageFiles.MODULES) {
            String source = PageFiles.text(module + ".js");
            List<String> exports = new ArrayList<>();
            Matcher matcher = EXPORT.matcher(source);
            while (matcher.find()) {
                exports.add(matcher.group(1));
            }
            String body = IMPORT.matcher(EXPORT.matcher(source).replaceAll("")).replaceAll("const $1 = $2\\$;");
            script.append("const ")
                    .append(module)
                    .append("$ = (() => {\n")
                    .append(body)
                    .append("return { ")
                    .append(String.join(", ", exports))
                    .append(" };\n})();\n");
        }
        return script.toString();
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
