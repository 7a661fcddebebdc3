/**
 * The fault campaign: runs of real processes, some of which are killed, stopped or cut off, and a ledger outside of the
 * runs that judges what became of them. Start reading at {@link dev.sluice.benchmarks.campaign.Campaign}; an
 * {@link dev.sluice.benchmarks.campaign.Episode} says what happens in one run, and
 * {@link dev.sluice.benchmarks.campaign.EpisodeRun} lets it happen.
 */
@NullMarked
package dev.sluice.benchmarks.campaign;

import org.jspecify.annotations.NullMarked;
