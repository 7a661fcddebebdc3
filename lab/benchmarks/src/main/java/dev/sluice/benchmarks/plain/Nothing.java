package dev.sluice.benchmarks.plain;

/** Does nothing: the time of its process is that of the JVM alone. */
public final class Nothing {
    private Nothing() {}

    public static void main(String[] arguments) {}
}
