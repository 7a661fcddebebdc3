/** The command {@code simulate map}. Start with {@link dev.sluice.cli.regimes.MapCommand}. */
@NullMarked
package dev.sluice.cli.regimes;

import org.jspecify.annotations.NullMarked;
