/**
 * Commands that change a running run: who works, in which tree, and how units are handed out. Start with
 * {@link dev.sluice.cli.steer.ParkCommand}.
 */
@NullMarked
package dev.sluice.cli.steer;

import org.jspecify.annotations.NullMarked;
