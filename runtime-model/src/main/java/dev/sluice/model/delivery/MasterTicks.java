package dev.sluice.model.delivery;

/** What a master does in which tick of its clock. Acknowledgements and grants are looked at in each. */
public final class MasterTicks {
    /** From one tick to the next [ns]. */
    public static final long PERIOD_NANOS = 50_000_000L;

    private static final long BEAT_TICKS = 40;
    private static final long SCHEDULER_TICKS = 5;

    private MasterTicks() {}

    /** Whether the master sends heartbeats, every 2 s. */
    public static boolean isBeat(long tick) {
        return tick % BEAT_TICKS == 0;
    }

    /** Whether the master tells its scheduler the time, every 250 ms. */
    public static boolean isForScheduler(long tick) {
        return tick % SCHEDULER_TICKS == 0;
    }
}
