package dev.sluice.app.foreign;

import dev.sluice.api.Blob;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a unit, or results that are yet to be merged into one. Has parts, or a blob. Immutable.
 *
 * @param parts opaque bytes each: one for a unit, more for results to merge, none for no results
 * @param blob a large result; null for all others
 */
public record ForeignValue(List<byte[]> parts, @Nullable Blob blob) {
    /** The value of no results. */
    static final ForeignValue NONE = new ForeignValue(List.of(), null);

    static ForeignValue of(byte[] value) {
        return new ForeignValue(List.of(value), null);
    }

    static ForeignValue of(Blob value) {
        return new ForeignValue(List.of(), value);
    }

    /** Size of its bytes. */
    long bytes() {
        long bytes = blob == null ? 0 : blob.size();
        for (byte[] part : parts) {
            bytes += part.length;
        }
        return bytes;
    }

    /** All parts of both. */
    ForeignValue and(ForeignValue other) {
        List<byte[]> all = new ArrayList<>(parts.size() + other.parts.size());
        all.addAll(parts);
        all.addAll(other.parts);
        return new ForeignValue(all, null);
    }

    @Override
    public String toString() {
        return parts.size() > 1 ? parts.size() + " results, " + bytes() + " bytes" : bytes() + " bytes";
    }
}
