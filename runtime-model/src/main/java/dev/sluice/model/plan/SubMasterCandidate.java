package dev.sluice.model.plan;

import java.util.List;

/**
 * A place for a sub-master: a link with the hosts behind it, as seen from the master.
 *
 * @param link index of the link in the view
 * @param host index of the host that it would be on, the best of those behind the link by the flow model
 * @param children indexes of the hosts that would work for it: workers, and sub-masters below
 * @param rateWups what all behind the link can deliver to the master, f(link) of model.md §6 [units/s]
 * @param chosen whether it pays
 * @param simulated whether it was simulated; where nothing can be saved it is not
 * @param secondsWith simulated time of the run with it and with those chosen before [s]
 * @param secondsWithout simulated time with those chosen before alone [s]
 * @param reason why, in a sentence
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
