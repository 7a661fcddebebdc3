package dev.sluice.testing;

/** Bytes to pass through something and to compare with: no block of them is like the next. */
public final class SampleBytes {
    private SampleBytes() {}

    /** The first {@code count} of them, the same each time. */
    public static byte[] of(int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i * 31 + i / 251);
        }
        return bytes;
    }
}
