/**
 * Tells what a run is expected to take, beside what it took. Start with {@link dev.sluice.cli.foresight.RunConclusion}.
 */
@NullMarked
package dev.sluice.cli.foresight;

import org.jspecify.annotations.NullMarked;
