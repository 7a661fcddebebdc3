package dev.sluice.net.message;

/**
 * Master to operator, in answer to {@link ChangeHandout}: how units are handed out from now on.
 *
 * @param policy name of the scheduling policy
 * @param weighting name of the weights
 * @param prefetch chunks ahead for each slot; -1: automatic
 * @param speculation units that may be copied at the end of a cycle [percent]
 * @param refused why the request was refused; empty if it was not
 */
public record HandoutAnswer(String policy, String weighting, int prefetch, int speculation, String refused)
        implements Message {
    public HandoutAnswer {
        Checks.between("prefetch", prefetch, -1, Integer.MAX_VALUE - 1);
        Checks.between("speculation", speculation, 0, Integer.MAX_VALUE);
    }
}
