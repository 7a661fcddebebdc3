package dev.sluice.insight.predict;

import dev.sluice.api.Verdict;
import dev.sluice.master.RunTerms;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import java.util.List;

/**
 * What came of a sample.
 *
 * @param mode how results travel
 * @param last whether the application has no other cycle
 * @param setupSha256 of the encoded setup
 * @param verdict of the application on the results that it was given: anything but CONTINUE ends the cycle early
 * @param kept where the results are
 * @param nanos that all of it took
 */
public record Sampled(
        PredictedCycle cycle,
        RunTerms.ResultMode mode,
        boolean last,
        String setupSha256,
        Interval interval,
        SampleGrowth.Stop stop,
        Verdict verdict,
        List<Failure> failures,
        ResultFile.Kept kept,
        long nanos) {
    /** A unit of the sample that has no result. */
    record Failure(long unit, String text) {}
}
