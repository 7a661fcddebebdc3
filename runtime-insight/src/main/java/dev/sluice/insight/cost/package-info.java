/**
 * The general benchmark of hosts. Start reading at {@link dev.sluice.insight.cost.HostBenchmark}. Its classes travel to
 * a worker in a jar of their own, and depend only on the template.
 */
@NullMarked
package dev.sluice.insight.cost;

import org.jspecify.annotations.NullMarked;
