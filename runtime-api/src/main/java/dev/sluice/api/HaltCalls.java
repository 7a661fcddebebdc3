package dev.sluice.api;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes calls of {@code Runtime.halt} in a class file calls of {@code Runtime.exit}, which a shutdown hook can hold up.
 * Both take one {@code int}, so that only the name changes to which the constant pool refers (JVMS §4.4).
 */
final class HaltCalls {
    private static final byte[] NAME = "halt".getBytes(StandardCharsets.US_ASCII);
    /** The place of the number of constants; the constants follow. */
    private static final int POOL = 8;

    private static final int TEXT = 1;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;

    private final ByteBuffer file;
    /** The begin of each constant, behind its tag; 0 for none. */
    private final int[] at;
    /** The first byte behind the constant pool. */
    private final int end;

    private HaltCalls(byte[] bytes) {
        file = ByteBuffer.wrap(bytes);
        at = new int[file.getShort(POOL) & 0xffff];
        file.position(POOL + 2);
        for (int i = 1; i < at.length; i++) {
            int tag = file.get();
            at[i] = file.position();
            file.position(at[i] + size(tag, at[i]));
            i += tag == 5 || tag == 6 ? 1 : 0; // a long or a double takes two places
        }
        end = file.position();
    }

    /** The class without such calls; the same array if it has none, or is no class file. */
    static byte[] asExits(byte[] classFile) {
        if (!holds(classFile, NAME)) {
            return classFile;
        }
        try {
            return new HaltCalls(classFile).renamed(classFile);
        } catch (RuntimeException unknownForm) { // the JVM says what is wrong with it
            return classFile;
        }
    }

    private static boolean holds(byte[] bytes, byte[] word) {
        for (int i = 0; i + word.length <= bytes.length; i++) {
            if (bytes[i] == word[0] && Arrays.equals(bytes, i, i + word.length, word, 0, word.length)) {
                return true;
            }
        }
        return false;
    }

    private int size(int tag, int from) {
        return switch (tag) {
            case 1 -> 2 + (file.getShort(from) & 0xffff);
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case 5, 6 -> 8;
            case 7, 8, 16, 19, 20 -> 2;
            case 15 -> 3;
            default -> throw new IllegalArgumentException("constant " + tag);
        };
    }

    private byte[] renamed(byte[] original) {
        int[] calls = Arrays.stream(at)
                .filter(place -> place > 0 && file.get(place - 1) == METHOD && isHalt(place))
                .toArray();
        if (calls.length == 0 || at.length + 2 > 0xffff) {
            return original;
        }
        ByteBuffer changed = ByteBuffer.wrap(original.clone());
        changed.putShort(POOL, (short) (at.length + 2));
        for (int call : calls) {
            changed.putShort(call + 2, (short) (at.length + 1));
        }
        return withName(changed.array(), index(at[index(calls[0] + 2)] + 2));
    }

    /** Tells whether this method reference is that of {@code Runtime.halt(int)}. */
    private boolean isHalt(int method) {
        int nameAndType = at[index(method + 2)];
        return text(at[index(method)]).equals("java/lang/Runtime")
                && text(nameAndType).equals("halt")
                && text(nameAndType + 2).equals("(I)V");
    }

    /** The text to which the index at this place refers. */
    private String text(int place) {
        int utf8 = at[index(place)];
        return new String(file.array(), utf8 + 2, index(utf8), StandardCharsets.UTF_8);
    }

    private int index(int place) {
        return file.getShort(place) & 0xffff;
    }

    /** Adds the two constants to which the changed references lead. */
    private byte[] withName(byte[] changed, int type) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(changed.length + 12);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(changed, 0, end);
            out.writeByte(TEXT);
            out.writeUTF("exit");
            out.writeByte(NAME_AND_TYPE);
            out.writeShort(at.length);
            out.writeShort(type);
            out.write(changed, end, changed.length - end);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
