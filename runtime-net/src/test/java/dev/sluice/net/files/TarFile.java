package dev.sluice.net.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** A tar archive of a test, also with what no tool would pack. */
public final class TarFile {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Adds a file. */
    public TarFile file(String name, String content) {
        return entry(name, '0', "", 0644, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a file that may be executed. */
    public TarFile program(String name, String content) {
        return entry(name, '0', "", 0755, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds an entry without content. */
    public TarFile special(String name, char type, String link) {
        return entry(name, type, link, 0755, new byte[0]);
    }

    TarFile entry(String name, char type, String link, int mode, byte[] content) {
        byte[] header = new byte[512];
        put(header, 0, name);
        put(header, 100, String.format(Locale.ROOT, "%07o", mode));
        put(header, 124, String.format(Locale.ROOT, "%011o", content.length));
        put(header, 136, "00000000000");
        put(header, 148, "        ");
        header[156] = (byte) type;
        put(header, 157, link);
        put(header, 257, "ustar\0" + "00");
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xFF;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
        bytes.writeBytes(header);
        bytes.writeBytes(content);
        bytes.writeBytes(new byte[(512 - content.length % 512) % 512]);
        return this;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(from, 0, header, at, from.length);
    }

    byte[] content() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(bytes.toByteArray());
        all.writeBytes(new byte[1024]);
        return all.toByteArray();
    }

    /** Writes it, compressed. */
    public Path gzip(Path file) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(content());
        }
        return file;
    }

    Path plain(Path file) throws IOException {
        return Files.write(file, content());
    }
}
