package dev.sluice.cli.foreign.check;

import dev.sluice.app.foreign.wire.FrameLine;
import dev.sluice.app.foreign.wire.Kind;
import dev.sluice.app.foreign.wire.Tag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An answer of a child, with all its fields in memory. */
record ChildAnswer(long number, int kind, List<Field> fields) {
    record Field(int tag, byte[] bytes) {}

    /** Takes the frame whose header was read. */
    static ChildAnswer read(FrameLine line) throws IOException {
        List<Field> fields = new ArrayList<>();
        while (line.nextField()) {
            fields.add(new Field(line.tag(), line.bytes()));
        }
        return new ChildAnswer(line.number(), line.kind(), fields);
    }

    boolean has(int tag) {
        return fields.stream().anyMatch(field -> field.tag() == tag);
    }

    /** The bytes of the last field with this tag. */
    byte[] bytes(int tag) throws Unmet {
        byte[] found = null;
        for (Field field : fields) {
            found = field.tag() == tag ? field.bytes() : found;
        }
        if (found == null) {
            throw new Unmet(this + " without field " + tag, "the field");
        }
        return found;
    }

    String text(int tag) throws Unmet {
        return new String(bytes(tag), StandardCharsets.UTF_8);
    }

    /** The number in the field with this tag, which has this many bytes. */
    long number(int tag, int width) throws Unmet {
        byte[] bytes = bytes(tag);
        if (bytes.length != width) {
            throw new Unmet("field " + tag + " of " + bytes.length + " bytes", "a number of " + width + " bytes");
        }
        return ByteBuffer.wrap(Arrays.copyOf(bytes, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    List<byte[]> values() {
        return fields.stream()
                .filter(field -> field.tag() == Tag.VALUE)
                .map(Field::bytes)
                .toList();
    }

    /** Demands an answer of this kind. */
    ChildAnswer demand(int expected) throws Unmet {
        if (kind != expected) {
            String why = kind == Kind.FAILED && has(Tag.MESSAGE) ? ", which says: " + text(Tag.MESSAGE) : "";
            throw new Unmet(this + why, Kind.name(expected));
        }
        return this;
    }

    @Override
    public String toString() {
        return Kind.name(kind);
    }
}
