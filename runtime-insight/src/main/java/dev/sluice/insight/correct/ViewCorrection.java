package dev.sluice.insight.correct;

import dev.sluice.model.flow.NetworkView;
import java.util.List;

/** Corrects the rates and latencies of a network view by measured paths. */
public final class ViewCorrection {
    private ViewCorrection() {}

    /**
     * The view as later measurements have it.
     *
     * @param ageSeconds since the view was measured; infinite if it was not measured [s]
     */
    public static CorrectedView of(
            NetworkView view, double ageSeconds, List<PathForecast> paths, List<TripForecast> trips) {
        return CorrectedView.unchanged(view);
    }
}
