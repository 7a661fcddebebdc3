package dev.sluice.cli.run;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.cli.foresight.SerialForecast;
import dev.sluice.cli.process.CommandClock;
import dev.sluice.cli.process.Signals;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.Applications;
import dev.sluice.master.files.RunInputs;
import dev.sluice.master.report.Expected;
import dev.sluice.model.ErrorCode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** {@code run --local=0}: one thread, no network; also what a speed-up is measured against. */
final class SerialCommand {
    private final Hosted<?, ?, ?> application;
    private final RunTerms terms;
    private final long seed;
    private final Output output;
    private final SerialForecast forecast;
    private final RunDiary diary;

    SerialCommand(
            Hosted<?, ?, ?> application,
            RunTerms terms,
            long seed,
            Output output,
            SerialForecast forecast,
            RunDiary diary) {
        this.seed = seed;
        this.application = application;
        this.terms = terms;
        this.output = output;
        this.forecast = forecast;
        this.diary = diary;
    }

    /** Takes down what came of it. */
    interface RunDiary {
        void write(RunEnd end, long units, double seconds, Expected.@Nullable Foretold foretold) throws IOException;
    }

    RunEnd run() throws IOException {
        SerialRun<?, ?, ?> run = new SerialRun<>(application, units -> forecast.cycleBegun(CommandClock.seconds()))
                .withFiles(RunInputs::ofOneProcess)
                .withSeed(seed);
        long start = System.nanoTime();
        try (Signals signals = Signals.handle((exitCode, again) -> {
            run.stop();
            if (again) {
                Runtime.getRuntime().halt(exitCode);
            }
        })) {
            RunEnd end = end(run, signals);
            long nanos = System.nanoTime() - start;
            Expected.Foretold foretold =
                    end.outcome() == RunEnd.Outcome.COMPLETE ? forecast.outcome(CommandClock.seconds()) : null;
            diary.write(end, run.units(), nanos / 1e9, foretold);
            output.serial(terms, end, new Output.Serial(run.units(), nanos, foretold));
            return end;
        }
    }

    private static RunEnd end(SerialRun<?, ?, ?> run, Signals signals) {
        try {
            return switch (run.run()) {
                case COMPLETE -> RunEnd.complete();
                case FAILED -> RunEnd.failed(ErrorCode.VERDICT_FAILED, "the application ended the run as failed");
                case INTERRUPTED -> RunEnd.interrupted(signals.exitCode());
            };
        } catch (ApplicationException failure) {
            return RunEnd.failed(Applications.failed(failure).code(), String.valueOf(failure.getMessage()), failure);
        }
    }
}
