/**
 * Time balancing of a grid in strips: how many rows each host computes, so that all need the same time for an
 * iteration. Start reading at {@link dev.sluice.benchmarks.balance.StripBalance}.
 */
@NullMarked
package dev.sluice.benchmarks.balance;

import org.jspecify.annotations.NullMarked;
