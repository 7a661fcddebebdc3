package dev.sluice.cli.run;

import dev.sluice.master.RunTerms;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.RunId;
import dev.sluice.model.Written;
import dev.sluice.net.runfile.ThisHost;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The content of {@code run.json} while a run goes on, and after its master was killed: what was asked, and which
 * process to look for.
 *
 * @param slots of the workers that the master starts or was told to expect
 * @param host of the master
 * @param pid of the master
 * @param processStarted start time of this process; together with the pid it names no other process
 */
record RunStart(
        RunId run,
        @Written(flat = true) RunTerms terms,
        @Written(flat = true) RunReport.Manner manner,
        int slots,
        String host,
        long pid,
        Instant processStarted) {
    /** The start of a run in this process. */
    static RunStart here(RunId run, RunTerms terms, RunReport.Manner manner, int slots) {
        ProcessHandle self = ProcessHandle.current();
        return new RunStart(
                run,
                terms,
                manner,
                slots,
                ThisHost.name(),
                self.pid(),
                self.info().startInstant().orElse(terms.started()).truncatedTo(ChronoUnit.SECONDS));
    }
}
