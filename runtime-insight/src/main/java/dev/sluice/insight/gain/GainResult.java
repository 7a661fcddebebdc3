package dev.sluice.insight.gain;

import dev.sluice.model.record.RunView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a run, and their effects.
 *
 * @param changes by gain, the largest first; empty if the model does not fit the run
 * @param scaling null under the same condition
 * @param ratePossible units a second that machines and links allow; 0 if it is not known
 * @param doubt why that rate is not known; empty if it is
 * @param links figures of the flow model; empty if the network is not known
 * @param modelError of the same run by the model: predicted over actual time, less 1; NaN if it was not simulated
 * @param note why there are no changes; empty if there are
 */
public record GainResult(
        List<RunView.Change> changes,
        RunView.@Nullable Scaling scaling,
        double ratePossible,
        String doubt,
        List<RunView.LinkModel> links,
        double modelError,
        String note) {
    public GainResult {
        changes = List.copyOf(changes);
        links = List.copyOf(links);
    }

    /** The same rate and links with other findings of a simulation. */
    GainResult with(
            List<RunView.Change> otherChanges,
            RunView.@Nullable Scaling otherScaling,
            double otherError,
            String otherNote) {
        return new GainResult(otherChanges, otherScaling, ratePossible, doubt, links, otherError, otherNote);
    }

    /** Nothing is known, for this reason. */
    public static GainResult unknown(String note) {
        return new GainResult(List.of(), null, 0, note, List.of(), Double.NaN, note);
    }
}
