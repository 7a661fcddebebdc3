package dev.sluice.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A file that is being read, for what there is to say about it. Immutable. */
public final class Source {
    private static final int MOST_OFFENCE = 300;

    /** Time for what writes a pipe [s]. */
    private static final long PIPE_SECONDS = 30;

    /** The commands and options of a program fit into it. */
    private static final int MOST_EXPECTED = 1_500;

    private final String file;
    private final String what;
    private final Function<String, ? extends RuntimeException> error;

    /**
     * @param file names it in messages
     * @param what it should be: "a network view"
     * @param error makes what is thrown, from its message
     */
    public Source(String file, String what, Function<String, ? extends RuntimeException> error) {
        this.file = file;
        this.what = what;
        this.error = error;
    }

    /** Its name in messages. */
    public String file() {
        return file;
    }

    /** Names the expected content: "a network view". */
    public String what() {
        return what;
    }

    /** The place of a line: "hosts.txt:3"; line 0 is the whole file. */
    public String at(int line) {
        return line > 0 ? file + ":" + line : file;
    }

    /** An error at this line, counted from 1; 0 for the file as a whole. */
    public RuntimeException wrong(int line, String offence, String expected) {
        return error.apply(
                at(line) + ": " + shown(offence, MOST_OFFENCE) + " (expected: " + shown(expected, MOST_EXPECTED) + ")");
    }

    /** A text as one line that is not longer, without control characters. */
    private static String shown(String text, int most) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .limit(most)
                .forEach(point -> shown.appendCodePoint(Character.isISOControl(point) ? '\uFFFD' : point));
        return shown.length() < text.length() ? shown.append('…').toString() : shown.toString();
    }

    /**
     * The text of a file or pipe: UTF-8, without a mark of the order of bytes at its beginning. A directory is refused,
     * as is a pipe that does not end soon.
     *
     * @param mostBytes larger files are refused, before they are in memory
     * @throws IOException when it cannot be read
     */
    public String read(Path path, long mostBytes) throws IOException {
        if (Files.isDirectory(path)) {
            throw wrong(0, "a directory", what);
        }
        byte[] bytes =
                Files.isRegularFile(path) || !Files.exists(path) ? bytes(path, mostBytes) : piped(path, mostBytes);
        if (bytes.length > mostBytes) {
            throw wrong(0, "more than " + (mostBytes >> 20) + " MiB", what);
        }
        String text = decoded(bytes);
        int nothing = text.indexOf('\0');
        if (nothing >= 0) {
            int line = 1
                    + (int) text.chars()
                            .limit(nothing)
                            .filter(letter -> letter == '\n')
                            .count();
            throw wrong(line, "a byte of value 0, so no text", what);
        }
        return text;
    }

    private static byte[] bytes(Path path, long mostBytes) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, mostBytes + 1));
        }
    }

    /** Reads a pipe, such as that of {@code <(command)}, or a device, on a thread that may stay in it. */
    private byte[] piped(Path path, long mostBytes) throws IOException {
        FutureTask<byte[]> reading = new FutureTask<>(() -> bytes(path, mostBytes));
        Thread reader = new Thread(reading, "sluice-pipe");
        reader.setDaemon(true);
        reader.start();
        try {
            return reading.get(PIPE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw wrong(0, "a pipe that has not ended for " + PIPE_SECONDS + " s", "a file, or a pipe that is written");
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf((Object) e.getCause()), e);
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted");
        }
    }

    private String decoded(byte[] bytes) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        CharBuffer text = CharBuffer.allocate(bytes.length);
        if (StandardCharsets.UTF_8.newDecoder().decode(left, text, true).isError()) {
            int line = 1;
            for (int i = 0; i < left.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw wrong(line, "no text in UTF-8", what);
        }
        String all = text.flip().toString();
        return all.startsWith("\uFEFF") ? all.substring(1) : all;
    }

    /** Quotes a text from the file, cut to a length that messages can show. */
    public static String quoted(@Nullable String text) {
        if (text == null) {
            return "nothing";
        }
        return "'" + shown(text, 60) + "'";
    }
}
