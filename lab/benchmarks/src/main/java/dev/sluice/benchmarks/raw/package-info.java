/**
 * The throughput of Netty alone with frames of Sluice's size and window: the limit that figures are divided by. One
 * server process plays the master and client processes play the workers. Start reading at
 * {@link dev.sluice.benchmarks.raw.RawMaster}.
 *
 * <p>A request or reply of k units is {@code [int length = 4 + 8k][int k][k × long]}: 16 bytes for one unit. A streamed
 * message of m bytes is ⌈m / 256 KiB⌉ frames {@code [int length][bytes]}.
 */
@NullMarked
package dev.sluice.benchmarks.raw;

import org.jspecify.annotations.NullMarked;
