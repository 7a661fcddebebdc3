/** The commands {@code history} and {@code ask}. Start with {@link dev.sluice.cli.history.HistoryCommand}. */
@NullMarked
package dev.sluice.cli.history;

import org.jspecify.annotations.NullMarked;
