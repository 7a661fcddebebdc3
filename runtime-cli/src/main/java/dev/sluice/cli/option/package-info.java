/** Options and output that several commands share. Start with {@link dev.sluice.cli.option.ApplicationOptions}. */
@NullMarked
package dev.sluice.cli.option;

import org.jspecify.annotations.NullMarked;
