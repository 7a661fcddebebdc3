package dev.sluice.net.message;

/**
 * Master to worker, every two seconds.
 *
 * @param tick counts the beats of this session from 1
 * @param echoTick the newest {@link WorkerBeat#tick()} received
 * @param answer to be answered by a {@link WorkerBeat} at once, so that the round trip can be measured
 */
public record MasterBeat(long tick, long echoTick, boolean answer) implements Message {
    public MasterBeat {
        Checks.notNegative("tick", tick);
        Checks.notNegative("echoTick", echoTick);
    }
}
