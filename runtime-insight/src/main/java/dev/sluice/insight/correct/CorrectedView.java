package dev.sluice.insight.correct;

import dev.sluice.model.flow.NetworkView;
import java.util.List;

/**
 * A network view with the rates and latencies that are believed.
 *
 * @param beliefs one for each direction of a wire that differs from the view as written
 * @param words the contradictions for people, a sentence each
 */
public record CorrectedView(NetworkView view, List<LinkBelief> beliefs, List<String> words) {
    public CorrectedView {
        beliefs = List.copyOf(beliefs);
        words = List.copyOf(words);
    }

    /** The view as written. */
    public static CorrectedView unchanged(NetworkView view) {
        return new CorrectedView(view, List.of(), List.of());
    }
}
