package dev.sluice.net.message;

/**
 * Master to sub-master, in answer to its first {@link SubMasterSlots}: the terms of the run for every level.
 *
 * @param policy name of the policy that sizes chunks, at most 32 characters
 * @param measuredWeights whether slots weigh as measured; else they weigh the same
 * @param prefetch chunks ahead for each slot, or -1 if each level finds out
 * @param maxFailures workers on which a unit may fail before it is given up
 * @param speculation units that may be copied in the tail of a cycle [percent]
 * @param kept whether workers keep results until they are collected
 * @param probeBytes that a master may send and receive to measure links [bytes/min]
 */
public record SubMasterTerms(
        String policy,
        boolean measuredWeights,
        int prefetch,
        int maxFailures,
        int speculation,
        boolean kept,
        long probeBytes)
        implements Message {
    public SubMasterTerms {
        policy = Checks.atMost(32, policy);
        Checks.between("prefetch", prefetch, -1, 1 << 20);
        Checks.between("maxFailures", maxFailures, 1, 1 << 20);
        Checks.between("speculation", speculation, 0, 100);
        Checks.notNegative("probeBytes", probeBytes);
    }
}
