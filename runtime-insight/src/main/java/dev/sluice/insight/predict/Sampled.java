package dev.sluice.insight.predict;

import dev.sluice.api.Verdict;
import dev.sluice.master.RunTerms;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import java.util.List;

/**
 * The outcome of a sample.
 *
 * @param course the course that the application expects
 * @param kept the stored results
 * @param nanos total time [ns]
 * @param files that units read
 */
public record Sampled(
        PredictedCycle cycle,
        Course course,
        Interval interval,
        SampleGrowth.Stop stop,
        List<Failure> failures,
        ResultFile.Kept kept,
        long nanos,
        List<PredictedFile> files) {
    public Sampled {
        files = List.copyOf(files);
    }

    /**
     * The course of a run.
     *
     * @param mode how results travel
     * @param last whether the application has no other cycle
     * @param cycles number of all cycles, as the application expects; 0 if it does not know
     * @param setupSha256 of the encoded setup; empty if it is not known
     * @param verdict of the application on the accepted results: any but CONTINUE ends the cycle early
     */
    record Course(RunTerms.ResultMode mode, boolean last, int cycles, String setupSha256, Verdict verdict) {
        Course {
            cycles = last ? 1 : Math.max(0, cycles);
        }

        /** The course of an application that was not asked. */
        static Course of(RunTerms.ResultMode mode, boolean last, int cycles) {
            return new Course(mode, last, cycles, "", Verdict.CONTINUE);
        }
    }

    /** Number of all cycles; 0 if it is not known. */
    public int cycles() {
        return course.cycles;
    }

    /** True if the application has no other cycle. */
    public boolean last() {
        return course.last;
    }

    /** Tells whether the number of cycles is known, so that the whole run can be foretold. */
    public boolean whole() {
        return course.cycles > 0;
    }

    /** How results travel, for the model. */
    public ResultsKind results() {
        return ResultsKind.valueOf(course.mode.name());
    }

    /** A unit of the sample without a result. */
    record Failure(long unit, String text) {}
}
