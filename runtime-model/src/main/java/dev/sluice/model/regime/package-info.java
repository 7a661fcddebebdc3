/**
 * Regimes of a run: computation, communication, overhead, or mixed, by the flow model and by simulation, and the map of
 * regimes over unit time and result size. Start reading at {@code RegimeModel}, then {@code RegimeGrid}.
 */
@NullMarked
package dev.sluice.model.regime;

import org.jspecify.annotations.NullMarked;
