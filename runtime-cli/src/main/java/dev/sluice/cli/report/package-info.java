/**
 * The figures of a run as text: tables at its end, lines about failures and times. Start with
 * {@link dev.sluice.cli.report.RunTables}.
 */
@NullMarked
package dev.sluice.cli.report;

import org.jspecify.annotations.NullMarked;
