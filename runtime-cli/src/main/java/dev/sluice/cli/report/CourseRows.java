package dev.sluice.cli.report;

import dev.sluice.cli.option.Table;
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
        List<RegimeSlice> shown = new ArrayList<>(all);
        shown.sort(Comparator.comparingDouble(RegimeSlice::seconds).reversed());
        shown = new ArrayList<>(shown.subList(0, Math.min(INTERVALS_SHOWN, shown.size())));
        shown.sort(Comparator.comparingDouble(RegimeSlice::fromSeconds));
        text.line("");
        text.table(new Table<RegimeSlice>()
                .right("from s", 10, "%.1f", RegimeSlice::fromSeconds)
                .right("to s", 10, "%.1f", RegimeSlice::toSeconds)
                .left(" limited by", 31, slice -> " " + (slice.isKnown() ? slice.resource() : slice.regime()))
                .right("computing", 10, "%.0f%%", slice -> 100 * slice.computation())
                .right("links", 6, "%.0f%%", slice -> 100 * slice.communication())
                .right("overhead", 9, "%.0f%%", slice -> 100 * slice.overhead())
                .of(shown));
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
