/**
 * The record of a run, kept in a bounded amount of memory: the data of the live page, of {@code report.html}, of
 * {@code sluice top} and of the metrics. Start reading at {@link dev.sluice.model.record.RunView}.
 */
@NullMarked
package dev.sluice.model.record;

import org.jspecify.annotations.NullMarked;
