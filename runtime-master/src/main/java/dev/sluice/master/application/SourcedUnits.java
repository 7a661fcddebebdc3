package dev.sluice.master.application;

import dev.sluice.api.Decoder;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.model.schedule.UnitRanges;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encoded units of the source of an open cycle, until their results are taken. Confined to the application's thread.
 */
final class SourcedUnits {
    private final Map<Long, ByteBuffer> units = new HashMap<>();
    private final UnitRanges all = new UnitRanges();

    /** Adds units, the first of which has this index. */
    void add(long first, JournalEntry.UnitsArrived those) {
        Decoder decoder = new Decoder(those.encoded());
        int size = those.encoded().remaining();
        for (long unit = first; unit < first + those.units(); unit++) {
            int from = size - (int) decoder.remaining();
            decoder.skipSized();
            units.put(unit, those.encoded().slice(from, size - (int) decoder.remaining() - from));
        }
        if (those.units() > 0) {
            all.add(first, first + those.units());
        }
    }

    /** The unit, after its length; null if it did not come from the source, or its result is taken. */
    @Nullable
    ByteBuffer get(long unit) {
        ByteBuffer encoded = units.isEmpty() ? null : units.get(unit);
        return encoded == null ? null : encoded.duplicate();
    }

    /** The units that came from the source in this cycle; the caller changes nothing. */
    UnitRanges all() {
        return all;
    }

    void remove(UnitRanges those) {
        if (!units.isEmpty()) {
            those.forEach((from, to) -> {
                for (long unit = from; unit < to; unit++) {
                    units.remove(unit);
                }
            });
        }
    }

    void clear() {
        units.clear();
        all.clear();
    }
}
