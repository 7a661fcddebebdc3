/**
 * Processes of a program: how they start, how they are asked, how they end.
 * {@link dev.sluice.app.foreign.child.ForeignChild} is the place to start reading.
 */
@NullMarked
package dev.sluice.app.foreign.child;

import org.jspecify.annotations.NullMarked;
