/**
 * The master's side of {@code sluice each}: prints and keeps what commands write, remembers which commands have run,
 * and decides when to stop. Start reading at {@link dev.sluice.app.each.output.OutputWriter}.
 */
@NullMarked
package dev.sluice.app.each.output;

import org.jspecify.annotations.NullMarked;
