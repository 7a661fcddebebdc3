package dev.sluice.model.plan;

import java.util.List;

/**
 * A place for a sub-master: a link with the hosts behind it, as seen from the master.
 *
 * @param link index of the link in the view
 * @param host index of the host for the sub-master, the best of those behind the link by the flow model
 * @param children indices of the hosts that would work for it: workers, and sub-masters below
 * @param rateWups rate that all hosts behind the link can deliver to the master, f(link) [units/s]
 * @param chosen true if it pays
 * @param simulated true if it was simulated; candidates that cannot save anything are not
 * @param secondsWith simulated time of the run with it and with those chosen before [s]
 * @param secondsWithout simulated time with those chosen before alone [s]
 * @param reason explanation in a sentence
 */
public record SubMasterCandidate(
        int link,
        int host,
        List<Integer> children,
        double rateWups,
        boolean chosen,
        boolean simulated,
        double secondsWith,
        double secondsWithout,
        String reason) {
    public SubMasterCandidate {
        children = List.copyOf(children);
    }
}
