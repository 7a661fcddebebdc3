package dev.sluice.cli.report;

import dev.sluice.cli.hosts.WeatherFileTest;
import dev.sluice.cli.run.RunJson;
import dev.sluice.insight.weather.WeatherFile;
import dev.sluice.insight.weather.WeatherJson;
import dev.sluice.json.JsonNumbers;
import dev.sluice.json.JsonTree;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.SluiceException;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.testing.Mutants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Reports, weather and figures that commands write and read again, damaged. */
class HostileReportsTest {
    @TempDir
    Path directory;

    static String report() {
        RunReport.WorkerLine worker = new RunReport.WorkerLine(
                "w1", "here", TransportKind.TLS, 1, 4, 9, 8, 7, 6, 1, CauseTimes.ZERO, List.of());
        return RunJson.of(ReportTableTest.withFailures(
                ReportTableTest.report(List.of(worker), false).beside(ReportTableTest.forecast(true)), "it threw"));
    }

    @Test
    void shouldNameFileAndFieldOfADamagedReport(TestReporter reporter) {
        Path file = directory.resolve("run.json");
        Mutants mutants = new Mutants("report", SluiceException.class, Mutants.naming(file.toString(), Mutants.JSON));
        reporter.publishEntry(mutants.of(report().getBytes(StandardCharsets.UTF_8), mutant -> {
            Mutants.write(file, mutant);
            RunTables.of(JsonTree.read(file), true);
        }));
    }

    @Test
    void shouldNameFileAndFieldOfADamagedReportOfVersionOne(TestReporter reporter) throws Exception {
        Path file = directory.resolve("run.json");
        Mutants mutants = new Mutants("report-1", SluiceException.class, Mutants.naming(file.toString(), Mutants.JSON));
        reporter.publishEntry(mutants.of(ReportTableTest.versionOne().getBytes(StandardCharsets.UTF_8), mutant -> {
            Mutants.write(file, mutant);
            RunTables.of(JsonTree.read(file), true);
        }));
    }

    @Test
    void shouldNameFileAndFieldOfDamagedWeather(TestReporter reporter) {
        Path file = directory.resolve("weather.json");
        byte[] weather = WeatherJson.of(WeatherFileTest.weather(false)).getBytes(StandardCharsets.UTF_8);
        Mutants mutants = new Mutants("weather", SluiceException.class, Mutants.naming(file.toString(), Mutants.JSON));
        reporter.publishEntry(mutants.of(weather, mutant -> {
            Mutants.write(file, mutant);
            WeatherFile.read(file);
        }));
    }

    @Test
    void shouldNameFileAndLineOfDamagedFigures(TestReporter reporter) {
        Path file = directory.resolve("figures.json");
        byte[] figures =
                "{\"sample\":\n{\"computeSeconds\": [1.5, 2],\n\"units\": 3}}\n".getBytes(StandardCharsets.UTF_8);
        Mutants mutants = new Mutants("figures", SluiceException.class, Mutants.naming(file.toString(), ":[0-9]+: "));
        reporter.publishEntry(mutants.of(figures, mutant -> {
            Mutants.write(file, mutant);
            JsonNumbers.read("--prediction", file).mean("sample.units");
        }));
    }
}
