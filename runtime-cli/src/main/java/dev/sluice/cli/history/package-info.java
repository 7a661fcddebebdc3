/** The command {@code hosts history}. Start with {@link dev.sluice.cli.history.HistoryCommand}. */
@NullMarked
package dev.sluice.cli.history;

import org.jspecify.annotations.NullMarked;
