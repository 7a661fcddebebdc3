/**
 * Pure decisions: scheduler, policies, flow model, simulator, forecasts. Start reading at
 * {@link dev.sluice.model.schedule.Scheduler}. This package itself has what all others share: identities, error codes
 * and tables of life cycles.
 */
@NullMarked
package dev.sluice.model;

import org.jspecify.annotations.NullMarked;
