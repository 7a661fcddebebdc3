package dev.sluice.worker;

import dev.sluice.net.message.ApplicationInfo;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a worker and the process that computes a slot's units say to each other, over two pipes: a byte for the kind,
 * then its fields. The worker asks and waits for the answer before it asks again; only {@link #EXITING} comes unasked.
 * Both are of one jar, so that there are no versions.
 */
final class ChildWire {
    /** Worker to child: load this application. Answer: DONE or FAILED. */
    static final int APPLICATION = 'A';
    /** Worker to child: the setup of a cycle. Answer: DONE or FAILED. */
    static final int SETUP = 'S';
    /** Worker to child: compute this unit. Answer: RESULT, RESULT_FILE or FAILED. */
    static final int UNIT = 'U';
    /** Worker to child: let go of everything and end. No answer but the end. */
    static final int END = 'E';

    /** Child to worker: so be it. */
    static final int DONE = 'D';
    /** Child to worker: {@link Usage}, then the encoded result. */
    static final int RESULT = 'R';
    /** Child to worker: {@link Usage}, then the path of a file that is the encoded result; the worker deletes it. */
    static final int RESULT_FILE = 'L';
    /** Child to worker: {@link Usage}, then code, type, message and stack. */
    static final int FAILED = 'F';
    /** Child to worker: the application has called {@code System.exit}. */
    static final int EXITING = 'X';

    /** Exit code of a child that had no memory left to answer. */
    static final int NO_MEMORY_EXIT = 97;

    /** Exit code of a child that could not understand its worker, or not answer it. */
    static final int BROKEN_EXIT = 98;

    /**
     * What a unit used.
     *
     * @param nanos wall time in compute [ns]
     * @param cpuNanos CPU time of the thread in compute [ns]
     * @param processCpuNanos CPU time of the child since it started [ns]
     */
    record Usage(long nanos, long cpuNanos, long processCpuNanos) {}

    /** What a child loads. */
    record Load(ApplicationInfo info, List<Path> jars) {}

    private ChildWire() {}

    static void writeText(DataOutputStream out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    /** The bytes of several buffers as one; leaves the buffers as they are. */
    static void writeBuffers(DataOutputStream out, ByteBuffer... buffers) throws IOException {
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

    static void writeLoad(DataOutputStream out, Load load) throws IOException {
        writeText(out, load.info().className());
        writeTexts(out, load.info().arguments());
        writeTexts(out, load.jars().stream().map(Path::toString).toList());
    }

    static Load readLoad(DataInputStream in) throws IOException {
        String className = readText(in);
        List<String> arguments = readTexts(in);
        List<Path> jars = readTexts(in).stream().map(Path::of).toList();
        return new Load(new ApplicationInfo(List.of(), className, arguments), jars);
    }

    private static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            writeText(out, text);
        }
    }

    private static List<String> readTexts(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(readText(in));
        }
        return texts;
    }

    static void writeUsage(DataOutputStream out, Usage usage) throws IOException {
        out.writeLong(usage.nanos());
        out.writeLong(usage.cpuNanos());
        out.writeLong(usage.processCpuNanos());
    }

    static Usage readUsage(DataInputStream in) throws IOException {
        return new Usage(in.readLong(), in.readLong(), in.readLong());
    }

    /** The next kind; {@link EOFException} when the other side is gone. */
    static int readKind(DataInputStream in) throws IOException {
        int kind = in.read();
        if (kind < 0) {
            throw new EOFException("the other side is gone");
        }
        return kind;
    }
}
