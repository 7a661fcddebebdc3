/**
 * Shows runs, running and finished: {@code runs}, {@code report} and {@code top}. Start with
 * {@link dev.sluice.cli.runs.RunsCommand}.
 */
@NullMarked
package dev.sluice.cli.runs;

import org.jspecify.annotations.NullMarked;
