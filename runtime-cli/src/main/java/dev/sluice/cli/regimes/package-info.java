/** The command {@code regimes}. Start with {@link dev.sluice.cli.regimes.RegimesCommand}. */
@NullMarked
package dev.sluice.cli.regimes;

import org.jspecify.annotations.NullMarked;
