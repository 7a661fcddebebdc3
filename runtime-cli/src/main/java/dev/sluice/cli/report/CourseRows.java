package dev.sluice.cli.report;

import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleRecord;
import dev.sluice.model.record.RegimeSlice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The bottlenecks of a run over time, and the times of its cycles, in words. */
final class CourseRows {
    /** The longest intervals are shown. */
    private static final int INTERVALS_SHOWN = 12;

    private final TableText text;

    CourseRows(TableText text) {
        this.text = text;
    }

    void write(CourseView course) {
        if (course.regimes().size() > 1) { // one has the verdict of the run
            regimes(course.regimes());
        }
        cycles(course.cycles());
    }

    private void regimes(List<RegimeSlice> all) {
        text.line("");
        text.line("%10s %10s  %-30s %10s %6s %9s", "from s", "to s", "limited by", "computing", "links", "overhead");
        List<RegimeSlice> shown = new ArrayList<>(all);
        shown.sort(Comparator.comparingDouble(RegimeSlice::seconds).reversed());
        shown = new ArrayList<>(shown.subList(0, Math.min(INTERVALS_SHOWN, shown.size())));
        shown.sort(Comparator.comparingDouble(RegimeSlice::fromSeconds));
        for (RegimeSlice slice : shown) {
            text.line(
                    "%10.1f %10.1f  %-30s %9.0f%% %5.0f%% %8.0f%%",
                    slice.fromSeconds(),
                    slice.toSeconds(),
                    slice.isKnown() ? slice.resource() : slice.regime(),
                    100 * slice.computation(),
                    100 * slice.communication(),
                    100 * slice.overhead());
        }
        if (all.size() > shown.size()) {
            text.line("and %,d shorter intervals", all.size() - shown.size());
        }
    }

    /** Parts of one cycle count together; of merged cycles their mean counts. */
    private void cycles(List<CycleRecord> all) {
        List<Double> times = new ArrayList<>();
        int ended = 0;
        double seconds = 0;
        for (CycleRecord record : all) {
            seconds += record.seconds();
            if (record.ended() > 0) {
                times.add(seconds / record.ended());
                ended += record.ended();
                seconds = 0;
            }
        }
        if (ended > 1) {
            times.sort(Comparator.naturalOrder());
            text.line("");
            text.line(
                    "seconds a cycle: least %.3f, median %.3f, most %.3f, of %,d cycles",
                    times.get(0), times.get(times.size() / 2), times.get(times.size() - 1), ended);
        }
    }
}
