/** Inputs of commands on disk. */
@NullMarked
package dev.sluice.app.each.input;

import org.jspecify.annotations.NullMarked;
