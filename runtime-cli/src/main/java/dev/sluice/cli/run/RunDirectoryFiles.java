package dev.sluice.cli.run;

import dev.sluice.cli.plan.PlanJson;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.weather.WeatherJson;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.weather.Weather;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/** Writes the JSON files of a run directory. */
final class RunDirectoryFiles {
    private RunDirectoryFiles() {}

    /** Writes {@code run.json}, the report of a finished run. */
    static void write(RunDirectory directory, RunReport report) throws IOException {
        write(directory, "run.json", RunJson.of(report));
    }

    /** Writes {@code plan.json}, which explains why the run took place where it did. */
    static void write(RunDirectory directory, Plan plan) throws IOException {
        write(directory, "plan.json", PlanJson.of(plan));
    }

    /** Writes {@code weather.json}, the last state of hosts and links, for later commands and runs. */
    static void write(RunDirectory directory, Weather weather) throws IOException {
        Files.writeString(
                RunDirectory.weatherFile(directory.path()), WeatherJson.of(weather) + "\n", StandardCharsets.UTF_8);
    }

    private static void write(RunDirectory directory, String name, String json) throws IOException {
        Files.writeString(directory.path().resolve(name), json + "\n", StandardCharsets.UTF_8);
    }
}
