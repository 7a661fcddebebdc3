/**
 * Parts of a run's record that need nothing else of the master: failures with the ends of logs, and copies of units.
 */
@NullMarked
package dev.sluice.master.record;

import org.jspecify.annotations.NullMarked;
