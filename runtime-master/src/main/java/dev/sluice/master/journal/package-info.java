/**
 * The journal of a run: a log of the accepted results, from which the next master continues the run. Start reading at
 * {@link dev.sluice.master.journal.JournalEntry}, which has all that a journal keeps. Then
 * {@link dev.sluice.master.journal.RunJournal} writes entries and {@link dev.sluice.master.journal.Recovered} reads
 * them again. {@code SegmentHeader}, {@code RecordHeader} and {@code EntryCoder} define the bytes.
 */
@NullMarked
package dev.sluice.master.journal;

import org.jspecify.annotations.NullMarked;
