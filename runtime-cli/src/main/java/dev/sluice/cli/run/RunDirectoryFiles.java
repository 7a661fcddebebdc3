package dev.sluice.cli.run;

import dev.sluice.cli.plan.PlanJson;
import dev.sluice.insight.history.RunIndex;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.replay.RecordedRun;
import dev.sluice.insight.weather.WeatherJson;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.runfile.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Prepares a run directory and writes its JSON files. */
final class RunDirectoryFiles {
    private RunDirectoryFiles() {}

    /**
     * Makes the places of files that are written later, so that the run is refused before workers start.
     *
     * @param runFile as the user named it; null for the directory's
     * @param joined whether operators and workers can join, by run files
     */
    static void prepare(RunDirectory directory, @Nullable Path runFile, boolean joined) {
        if (runFile != null) {
            PrivateFiles.prepare(runFile); // first: a refused run leaves no directory
        }
        directory.create();
        if (joined) {
            PrivateFiles.prepare(directory.operatorFile());
        }
    }

    /**
     * Adds the directory to the index from which {@code sluice runs} lists runs. A run without this line is still a
     * run.
     *
     * @param news receives one line if the index cannot be written
     */
    static void list(RunDirectory directory, Consumer<String> news) {
        try {
            RunIndex.ofUser().add(directory.path());
        } catch (IOException unwritable) {
            news.accept("'sluice runs' will not list this run: " + unwritable);
        }
    }

    /** Writes {@code run.json} of a run that begins; later content replaces it in one step. */
    static void write(RunDirectory directory, RunStart start) throws IOException {
        write(directory, "run.json", RunJson.running(start));
    }

    /** Writes {@code run.json} of a run that ended without a report. */
    static void write(RunDirectory directory, RunId run, RunTerms terms, RunEnd end) throws IOException {
        write(directory, "run.json", RunJson.error(run, terms, end));
    }

    /** The same for a run that is stopped at once; a file that cannot be written holds nothing up. */
    static void leave(RunDirectory directory, RunId run, RunTerms terms, RunEnd end) {
        try {
            write(directory, run, terms, end);
        } catch (IOException unwritable) {
            // the start of the run stays there, with a process that is gone
        }
    }

    /** Writes the report of a run that is stopped at once; a file that cannot be written holds nothing up. */
    static void leave(RunDirectory directory, RunReport report) {
        try {
            write(directory, report);
        } catch (IOException unwritable) {
            // the start of the run stays there, with a process that is gone
        }
    }

    /** Writes {@code run.json} of a run that ended by an exception; the exception itself is what counts. */
    static void write(
            RunDirectory directory, RunId run, RunTerms terms, Exception failure, UnaryOperator<RunEnd> conclude) {
        RunEnd end = failure instanceof SluiceException known
                ? RunEnd.failed(known.code(), String.valueOf(known.getMessage()))
                : RunEnd.failed(FileTrouble.of(failure).orElse(ErrorCode.INTERNAL), FileTrouble.words(failure));
        try {
            write(directory, run, terms, conclude.apply(end));
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Writes {@code run.json}, the report of a finished run. */
    static void write(RunDirectory directory, RunReport report) throws IOException {
        write(directory, "run.json", RunJson.of(report));
    }

    /** Writes the plan and the last weather, if there are any; a file that cannot be written costs a line. */
    static void write(RunDirectory directory, @Nullable RunPlan plan, @Nullable Weather weather, Consumer<String> say)
            throws InterruptedException {
        if (plan != null) {
            attempt("plan.json", say, () -> write(directory, plan));
        }
        attempt("weather.json", say, () -> write(directory, weather));
    }

    /** Writes {@code model.json}, of which the run can be replayed, if it is known. */
    static void writeModel(RunDirectory directory, @Nullable String model) throws IOException {
        if (model != null) {
            write(directory, RecordedRun.MODEL, model);
        }
    }

    /** Writes {@code plan.json}, which explains why the run took place where it did. */
    static void write(RunDirectory directory, RunPlan plan) throws IOException {
        write(directory, "plan.json", PlanJson.of(plan.plan(), plan.forecast()));
    }

    /**
     * Writes {@code weather.json}, the last state of hosts and links, for later commands and runs; null: none is known.
     */
    static void write(RunDirectory directory, @Nullable Weather weather) throws IOException {
        if (weather == null) {
            return;
        }
        write(
                directory,
                RunDirectory.weatherFile(directory.path()).getFileName().toString(),
                WeatherJson.of(weather));
    }

    /** Writes a file. */
    interface Writing {
        void write() throws IOException, InterruptedException;
    }

    /**
     * Writes a file without which the run is still complete. Nothing that goes wrong here changes its outcome.
     *
     * @param news told if it cannot be written
     */
    static void attempt(String name, Consumer<String> news, Writing writing) throws InterruptedException {
        try {
            writing.write();
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            news.accept(ErrorCode.RECORD_NOT_WRITTEN + " no " + name + ": " + FileTrouble.words(failure));
        }
    }

    /** Writes a file of this name in one step. Text that is not Unicode is replaced. */
    static synchronized void write(RunDirectory directory, String name, String json) throws IOException {
        Path fresh = directory.path().resolve(name + ".new");
        try {
            Files.write(fresh, (json + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (FileSystemException named) {
            throw named;
        } catch (IOException nameless) { // as of a full disk
            throw (IOException)
                    new FileSystemException(fresh.toString(), null, nameless.getMessage()).initCause(nameless);
        }
        Files.move(
                fresh,
                directory.path().resolve(name),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }
}
