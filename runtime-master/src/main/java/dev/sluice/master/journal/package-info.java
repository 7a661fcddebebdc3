/**
 * The journal of a run: a log of the accepted results, from which a run goes on after its master was lost. Start
 * reading at {@link dev.sluice.master.journal.JournalEntry}, which has all that a journal keeps. Then
 * {@link dev.sluice.master.journal.RunJournal} writes entries and {@link dev.sluice.master.journal.Recovered} reads
 * them again. {@link dev.sluice.master.journal.SegmentHeader}, {@link dev.sluice.master.journal.RecordHeader} and
 * {@link dev.sluice.master.journal.EntryCoder} define the format.
 */
@NullMarked
package dev.sluice.master.journal;

import org.jspecify.annotations.NullMarked;
