package dev.sluice.net.message;

/**
 * Operator to master: changes how units are handed out, or asks how they are. The master checks names and values.
 *
 * @param policy name of the scheduling policy; empty: unchanged
 * @param weighting name of the weights; empty: unchanged
 * @param prefetch chunks ahead for each slot; -1: automatic; -2: unchanged
 * @param speculation units that may be copied at the end of a cycle [percent]; -1: unchanged
 */
public record ChangeHandout(String policy, String weighting, int prefetch, int speculation) implements Message {
    /** Changes nothing. */
    public static final int UNCHANGED_PREFETCH = -2;

    /** Changes nothing. */
    public static final int UNCHANGED_SPECULATION = -1;

    public ChangeHandout {
        Checks.between("prefetch", prefetch, UNCHANGED_PREFETCH, Integer.MAX_VALUE - 2);
        Checks.between("speculation", speculation, UNCHANGED_SPECULATION, Integer.MAX_VALUE - 1);
    }
}
