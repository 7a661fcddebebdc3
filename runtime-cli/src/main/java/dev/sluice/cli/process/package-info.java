/**
 * The process of a command: its signals, how it starts this program again, and the command of a run that another
 * process repeats. Start reading at {@link dev.sluice.cli.process.SavedCommand}.
 */
@NullMarked
package dev.sluice.cli.process;

import org.jspecify.annotations.NullMarked;
