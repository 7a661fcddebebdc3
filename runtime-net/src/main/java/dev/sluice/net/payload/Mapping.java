package dev.sluice.net.payload;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import org.jspecify.annotations.Nullable;

/**
 * A part of a file in memory, and its unmapping before the garbage collector. From Java 22 on an arena unmaps; before,
 * {@code Unsafe.invokeCleaner}, of which newer versions warn. This is compiled for Java 17, so arenas are reached by
 * reflection.
 *
 * @param bytes a direct buffer; it and its duplicates and slices must not be read once it is unmapped
 */
record Mapping(ByteBuffer bytes, Runnable unmap) {
    private static final @Nullable Arenas ARENAS = Arenas.find();
    private static final @Nullable MethodHandle CLEANER = ARENAS == null ? cleaner() : null;

    /** Maps for reading and writing although nobody writes, because Netty accepts no read-only buffer. */
    static Mapping of(FileChannel file, long position, long size) throws IOException {
        if (ARENAS != null) {
            return ARENAS.map(file, position, size);
        }
        ByteBuffer mapped = file.map(MapMode.READ_WRITE, position, size);
        MethodHandle cleaner = CLEANER;
        return new Mapping(mapped, cleaner == null ? () -> {} : () -> invoke(cleaner, mapped));
    }

    /** The methods of {@code java.lang.foreign.Arena} that are needed. */
    private record Arenas(MethodHandle open, MethodHandle map, MethodHandle buffer, MethodHandle close) {
        static @Nullable Arenas find() {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            try {
                Class<?> arena = Class.forName("java.lang.foreign.Arena");
                Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
                return new Arenas(
                        lookup.findStatic(arena, "ofShared", MethodType.methodType(arena)),
                        lookup.findVirtual(
                                FileChannel.class,
                                "map",
                                MethodType.methodType(segment, MapMode.class, long.class, long.class, arena)),
                        lookup.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class)),
                        lookup.findVirtual(arena, "close", MethodType.methodType(void.class)));
            } catch (ReflectiveOperationException older) {
                return null;
            }
        }

        Mapping map(FileChannel file, long position, long size) throws IOException {
            Object arena = invoke(open);
            try {
                Object segment = map.invoke(file, MapMode.READ_WRITE, position, size, arena);
                return new Mapping((ByteBuffer) buffer.invoke(segment), () -> invoke(close, arena));
            } catch (Throwable e) {
                invoke(close, arena);
                if (e instanceof IOException full) {
                    throw full;
                }
                throw new IllegalStateException("a file that cannot be mapped", e);
            }
        }
    }

    private static Object invoke(MethodHandle handle, Object... arguments) {
        try {
            return handle.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException("a mapping that cannot be made or let go", e);
        }
    }

    private static @Nullable MethodHandle cleaner() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            return MethodHandles.lookup()
                    .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
                    .bindTo(instance.get(null));
        } catch (ReflectiveOperationException | RuntimeException absent) {
            return null; // the collector does it later
        }
    }
}
