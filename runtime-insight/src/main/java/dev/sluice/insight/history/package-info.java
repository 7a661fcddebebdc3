/**
 * The results of runs and benchmarks, stored in an SQL database of one file ({@code docs/history.md}), or in a plain
 * file if that is not possible. Start reading at {@link dev.sluice.insight.history.History}.
 */
@NullMarked
package dev.sluice.insight.history;

import org.jspecify.annotations.NullMarked;
