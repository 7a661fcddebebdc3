package dev.sluice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map in its own order: the number of entries, then key and value of each. Decodes to an unmodifiable map of the same
 * order.
 */
final class MapShape extends Shape<Map<Object, Object>> {
    private final Elements keys;
    private final Elements values;

    MapShape(Shape<Object> key, Shape<Object> value) {
        super("a Map");
        this.keys = new Elements(key);
        this.values = new Elements(value);
    }

    @Override
    int minimum() {
        return 1;
    }

    @Override
    public void encode(Map<Object, Object> value, Encoder out) {
        Object[] entries = value.entrySet().toArray();
        out.writeVarint(entries.length);
        for (int index = 0; index < entries.length; index++) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries[index];
            keys.write(entry.getKey(), index, ".key", out);
            values.write(entry.getValue(), index, ".value", out);
        }
    }

    @Override
    public Map<Object, Object> decode(Decoder in) {
        int count = in.readLength(keys.minimum() + values.minimum());
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (int index = 0; index < count; index++) {
            Object key = keys.read(in, index, ".key");
            if (entries.put(key, values.read(in, index, ".value")) != null) {
                throw new CodecException("the same key twice (expected: a Map)").inside("[" + index + "]");
            }
        }
        return Collections.unmodifiableMap(entries);
    }
}
