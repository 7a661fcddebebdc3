package dev.sluice.net.message;

/** Master to worker, every two seconds; {@code echoTick} is the newest {@link WorkerBeat#tick()} received. */
public record MasterBeat(long tick, long echoTick) implements Message {
    public MasterBeat {
        Checks.notNegative("tick", tick);
        Checks.notNegative("echoTick", echoTick);
    }
}
