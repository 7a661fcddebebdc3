/** The command {@code simulate}. Start with {@link dev.sluice.cli.simulate.SimulateCommand}. */
@NullMarked
package dev.sluice.cli.simulate;

import org.jspecify.annotations.NullMarked;
