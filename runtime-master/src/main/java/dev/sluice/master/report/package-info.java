/** The report and the directory of a run. Start with {@link dev.sluice.master.report.RunReport}. */
@NullMarked
package dev.sluice.master.report;

import org.jspecify.annotations.NullMarked;
