/**
 * What bounds a run: computation, communication, overhead, or a mix (model.md §9), by the flow model and by simulation,
 * and the map of it over unit time and result size. Start reading at {@code RegimeModel}, then {@code RegimeGrid}.
 */
@NullMarked
package dev.sluice.model.regime;

import org.jspecify.annotations.NullMarked;
