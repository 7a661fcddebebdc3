/** The command {@code regret}. Start with {@link dev.sluice.cli.regret.RegretCommand}. */
@NullMarked
package dev.sluice.cli.regret;

import org.jspecify.annotations.NullMarked;
