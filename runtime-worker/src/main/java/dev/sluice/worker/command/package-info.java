/** The command line of {@code sluice-worker.jar}. Start with {@link dev.sluice.worker.command.JoinCommand}. */
@NullMarked
package dev.sluice.worker.command;

import org.jspecify.annotations.NullMarked;
