/**
 * What runs and benchmarks have shown, kept for later ones in an SQL database of one file ({@code docs/history.md}), or
 * in a plain file where that is not possible. Start reading at {@link dev.sluice.insight.history.History}.
 */
@NullMarked
package dev.sluice.insight.history;

import org.jspecify.annotations.NullMarked;
