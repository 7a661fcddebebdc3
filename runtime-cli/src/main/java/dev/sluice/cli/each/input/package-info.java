/**
 * Inputs of {@code sluice each}: the argument line and the options in GNU parallel's grammar, and what they read. Start
 * at {@link dev.sluice.cli.each.input.InputOptions} and {@link dev.sluice.cli.each.input.InputReading}.
 */
@NullMarked
package dev.sluice.cli.each.input;

import org.jspecify.annotations.NullMarked;
