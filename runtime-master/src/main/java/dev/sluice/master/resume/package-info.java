/**
 * How a run goes on after its master was lost. Start reading at {@link dev.sluice.master.resume.JournalledRun}, by which
 * the master loop and the application thread write the journal.
 */
@NullMarked
package dev.sluice.master.resume;

import org.jspecify.annotations.NullMarked;
