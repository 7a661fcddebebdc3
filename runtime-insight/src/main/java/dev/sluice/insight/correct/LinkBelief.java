package dev.sluice.insight.correct;

/**
 * The belief about one direction of a wire, where measurements say more than the view.
 *
 * @param link name of the link, or of the host whose port it is
 * @param port whether it is the port of a host
 * @param up whether it is the direction towards the parent, or from the host to its link
 * @param viewBytesPerSecond as the view has it; infinite without a limit [bytes/s]
 * @param bytesPerSecond as is believed, on the wire [bytes/s]
 * @param error mean absolute error of that [bytes/s]
 * @param stale whether measurements contradict the view
 * @param ageSeconds since the newest measurement [s]
 * @param run that measured it
 */
public record LinkBelief(
        String link,
        boolean port,
        boolean up,
        double viewBytesPerSecond,
        double bytesPerSecond,
        double error,
        boolean stale,
        double ageSeconds,
        String run) {}
