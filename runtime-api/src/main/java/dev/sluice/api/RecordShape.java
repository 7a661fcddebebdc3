package dev.sluice.api;

import java.lang.invoke.MethodHandle;
import java.util.List;

/** A record: its components one after the other, with no bytes between them. */
final class RecordShape<T> extends Shape<T> {
    /**
     * Limit of how deep records may be nested in a value. It bounds hostile bytes and values that contain themselves.
     */
    static final int DEEPEST = 256;

    private final String name;
    private final List<Part> parts;
    private final MethodHandle encode;
    private final MethodHandle decode;
    private final int minimum;
    private final long fixed;

    /** A component: its accessor takes the record as an Object and returns the component as one. */
    record Part(String name, Shape<Object> shape, MethodHandle accessor) {}

    RecordShape(Class<T> type, List<Part> parts, RecordHandles handles) {
        super(articled(type.getSimpleName()));
        this.name = type.getSimpleName();
        this.parts = parts;
        this.encode = handles.encode();
        this.decode = handles.decode();
        int least = 0;
        long exact = 0;
        for (Part part : parts) {
            least = Math.min(Integer.MAX_VALUE / 2, least + part.shape.minimum());
            exact = exact == UNKNOWN || part.shape.fixed() == UNKNOWN ? UNKNOWN : exact + part.shape.fixed();
        }
        this.minimum = least;
        this.fixed = exact;
    }

    @Override
    int minimum() {
        return minimum;
    }

    @Override
    long fixed() {
        return fixed;
    }

    @Override
    long size(T value) {
        if (fixed != UNKNOWN) {
            return fixed;
        }
        long bytes = 0;
        for (Part part : parts) {
            long more = part.shape.fixed();
            if (more == UNKNOWN) {
                more = sizeOf(part, value);
            }
            if (more == UNKNOWN) {
                return UNKNOWN;
            }
            bytes += more;
        }
        return bytes;
    }

    private long sizeOf(Part part, T value) {
        try {
            Object component = part.accessor.invokeExact((Object) value);
            return component == null ? UNKNOWN : part.shape.size(component); // encoding it will refuse the null
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            return UNKNOWN; // encoding it will throw the same
        }
    }

    @Override
    public void encode(T value, Encoder out) {
        int outer = out.component;
        int depth = out.depth;
        out.component = 0;
        try {
            out.depth = deeper(depth);
            encode.invokeExact((Object) value, out);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw located(e, out.component, depth);
        } finally {
            out.component = outer;
            out.depth = depth;
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the handle ends in T's constructor
    public T decode(Decoder in) {
        int outer = in.component;
        int depth = in.depth;
        in.component = 0;
        try {
            in.depth = deeper(depth);
            return (T) (Object) decode.invokeExact(in);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw located(e, in.component, depth);
        } finally {
            in.component = outer;
            in.depth = depth;
        }
    }

    private static int deeper(int depth) {
        if (depth >= DEEPEST) {
            throw new CodecException("nested deeper than " + DEEPEST + " records (expected: at most " + DEEPEST + ")");
        }
        return depth + 1;
    }

    private CodecException located(Throwable thrown, int component, int depth) {
        CodecException located = thrown instanceof CodecException known
                ? known
                : new CodecException(article() + " refused by its own code: " + thrown, thrown);
        if (component < parts.size()) {
            located.inside(parts.get(component).name());
        }
        return depth == 0 ? located.inside(name) : located;
    }
}
