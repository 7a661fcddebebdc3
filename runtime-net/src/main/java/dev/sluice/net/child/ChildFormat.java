package dev.sluice.net.child;

import dev.sluice.net.message.ApplicationInfo;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The format of messages between parent and child. Both come from one jar, so that there are no versions. */
public final class ChildFormat {
    /**
     * The application that a child loads.
     *
     * @param files that it reads, by name
     */
    public record Load(ApplicationInfo info, List<Path> jars, Map<String, Path> files) {
        public Load {
            jars = List.copyOf(jars);
            files = Map.copyOf(files);
        }

        /** An application that reads no files. */
        public Load(ApplicationInfo info, List<Path> jars) {
            this(info, jars, Map.of());
        }
    }

    /** A length that is told costs no more memory than this, until as many bytes have come. */
    private static final int FIRST_BYTES = 1 << 20;

    private ChildFormat() {}

    public static void writeText(DataOutputStream out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    public static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    public static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    public static byte[] readBytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            throw new IOException("length " + length + " (expected: 0 or more)");
        }
        byte[] bytes = new byte[Math.min(length, FIRST_BYTES)];
        in.readFully(bytes);
        while (bytes.length < length) {
            int had = bytes.length;
            bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * had));
            in.readFully(bytes, had, bytes.length - had);
        }
        return bytes;
    }

    /** Writes the bytes of several buffers as one; leaves the buffers unchanged. */
    public static void writeBuffers(DataOutputStream out, ByteBuffer... buffers) throws IOException {
        int size = 0;
        for (ByteBuffer buffer : buffers) {
            size = Math.addExact(size, buffer.remaining());
        }
        out.writeInt(size);
        byte[] piece = new byte[Math.min(size, 64 * 1024)];
        for (ByteBuffer buffer : buffers) {
            ByteBuffer rest = buffer.duplicate();
            while (rest.hasRemaining()) {
                int length = Math.min(piece.length, rest.remaining());
                rest.get(piece, 0, length);
                out.write(piece, 0, length);
            }
        }
    }

    public static void writeLoad(DataOutputStream out, Load load) throws IOException {
        writeText(out, load.info().className());
        writeTexts(out, load.info().arguments());
        writeTexts(out, load.jars().stream().map(Path::toString).toList());
        List<String> names = List.copyOf(load.files().keySet());
        writeTexts(out, names);
        writeTexts(
                out, names.stream().map(load.files()::get).map(String::valueOf).toList());
    }

    /** Reads an application; an IOException says that it is none. */
    public static Load readLoad(DataInputStream in) throws IOException {
        String className = readText(in);
        List<String> arguments = readTexts(in);
        List<String> jars = readTexts(in);
        List<String> names = readTexts(in);
        List<String> paths = readTexts(in);
        if (names.size() != paths.size()) {
            throw new IOException(paths.size() + " paths (expected: one for each of " + names.size() + " names)");
        }
        try {
            Map<String, Path> files = new HashMap<>();
            for (int i = 0; i < names.size(); i++) {
                files.put(names.get(i), Path.of(paths.get(i)));
            }
            return new Load(
                    new ApplicationInfo(List.of(), className, arguments),
                    jars.stream().map(Path::of).toList(),
                    files);
        } catch (IllegalArgumentException wrong) {
            throw new IOException("an application that is none", wrong);
        }
    }

    private static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            writeText(out, text);
        }
    }

    private static List<String> readTexts(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0) {
            throw new IOException(count + " texts (expected: 0 or more)");
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(readText(in));
        }
        return texts;
    }

    /** Reads the next kind; throws {@link EOFException} when the other side is gone. */
    public static int readKind(DataInputStream in) throws IOException {
        int kind = in.read();
        if (kind < 0) {
            throw new EOFException("the other process has ended");
        }
        return kind;
    }
}
