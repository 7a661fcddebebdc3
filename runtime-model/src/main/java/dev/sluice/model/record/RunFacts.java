package dev.sluice.model.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a {@link RunView} that a {@link RunRecorder} does not know: the caller has them at that moment. */
public record RunFacts(
        RunView.About about,
        RunView.Overview overview,
        List<RunView.Link> links,
        IdleLedger ledger,
        RunView.@Nullable Scaling scaling,
        List<RunView.Host> hosts,
        CourseView course) {}
