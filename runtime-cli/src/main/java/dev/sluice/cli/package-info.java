/** The command line of {@code sluice-master.jar}. Start with {@link dev.sluice.cli.SluiceMaster}. */
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
