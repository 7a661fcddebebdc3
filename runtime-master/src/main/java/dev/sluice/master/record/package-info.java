/**
 * Parts of a run's record that need nothing else of the master: failures with the ends of logs, copies of units, runs
 * of results, and units that compute for long.
 */
@NullMarked
package dev.sluice.master.record;

import org.jspecify.annotations.NullMarked;
