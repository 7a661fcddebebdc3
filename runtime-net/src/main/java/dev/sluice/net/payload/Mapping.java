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
 * A part of a file in memory, and how to let go of it before the garbage collector does. From Java 22 on an arena does
 * that; before, {@code Unsafe.invokeCleaner}, of which newer ones warn. This is compiled for Java 17, so that arenas
 * are reached by their names.
 *
 * @param bytes a direct buffer; nobody may look at it, or at a duplicate or slice of it, once it is unmapped
 */
record Mapping(ByteBuffer bytes, Runnable unmap) {
    private static final @Nullable Arenas ARENAS = Arenas.find();
    private static final @Nullable MethodHandle CLEANER = ARENAS == null ? cleaner() : null;

    /** To be read and written, though nobody writes: Netty takes no buffer that could not be written. */
    static Mapping of(FileChannel file, long position, long size) throws IOException {
        if (ARENAS != null) {
            return ARENAS.map(file, position, size);
        }
        ByteBuffer mapped = file.map(MapMode.READ_WRITE, position, size);
        MethodHandle cleaner = CLEANER;
        return new Mapping(mapped, cleaner == null ? () -> {} : () -> invoke(cleaner, mapped));
    }

    /** The methods of {@code java.lang.foreign.Arena} and what belongs to it. */
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
