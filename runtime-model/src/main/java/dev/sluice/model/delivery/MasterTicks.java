package dev.sluice.model.delivery;

/** The periodic work of a master by clock tick. Acknowledgements and grants are checked in every tick. */
public final class MasterTicks {
    /** Period of the ticks [ns]. */
    public static final long PERIOD_NANOS = 50_000_000L;

    private static final long BEAT_TICKS = 40;
    private static final long SCHEDULER_TICKS = 5;

    private MasterTicks() {}

    /** True in ticks in which the master sends heartbeats, every 2 s. */
    public static boolean isBeat(long tick) {
        return tick % BEAT_TICKS == 0;
    }

    /** True in ticks in which the master tells its scheduler the time, every 250 ms. */
    public static boolean isForScheduler(long tick) {
        return tick % SCHEDULER_TICKS == 0;
    }
}
