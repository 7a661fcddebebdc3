package dev.sluice.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.SluiceMaster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTermsTest {
    @TempDir
    Path directory;

    private String plan(String wire, String... options) throws Exception {
        Path file = directory.resolve("view.yaml");
        Files.writeString(file, """
            name: view
            links:
              - {name: here}
              - {name: there, parent: here%s}
            hosts:
              - {name: m, link: here}
              - {name: far-1, link: there, cpu: 0.5}
              - {name: far-2, link: there}
            """.formatted(wire));
        List<String> arguments = new ArrayList<>(List.of("plan", "--view", file.toString(), "--master", "m"));
        arguments.addAll(List.of(options));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = SluiceMaster.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
        assertThat(status).as("%s", err).isZero();
        return out.toString();
    }

    private static double number(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":([-+.\\dE]+)").matcher(json);
        assertThat(found.find()).as(name).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void shouldNameTheRoundTripsThatBindAWorker() throws Exception {
        String[] options = {"--unit-time", "1ms", "--input", "500kB", "--no-simulation"};
        assertThat(plan(", latency: 100ms", options)).contains("round trips to far-2");
        assertThat(plan(", latency: 1us", options)).doesNotContain("round trips");
        // Nine inputs of 500 kB fill the window; they are away for 201 ms.
        String json = plan(", latency: 100ms", "--unit-time", "1ms", "--input", "500kB", "--no-simulation", "--json");
        assertThat(json).contains("\"kind\":\"latency\"");
        String binding = json.substring(json.indexOf("\"kind\":\"latency\""));
        assertThat(number(binding, "capacity")).isBetween(9 / 0.203, 9 / 0.2);
    }

    @Test
    void shouldCompareBytesOnWiresWithBandwidths() throws Exception {
        String[] options = {"--unit-time", "10ms", "--result", "100kB", "--json", "--units", "200"};
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--overheads");
        all.add("NONE");
        double payload = flow(plan(", rate: 10 Mbit/s", all.toArray(String[]::new)));
        all.set(all.size() - 1, "DEFAULT");
        double wire = flow(plan(", rate: 10 Mbit/s", all.toArray(String[]::new)));
        assertThat(payload).isBetween(12.499, 12.501);
        assertThat(payload / wire).isBetween(1.047, 1.05);
    }

    private static double flow(String json) {
        return number(json.substring(json.indexOf("\"flow\":")), "unitsPerSecond");
    }

    @Test
    void shouldSayWhatAnotherWayToReturnResultsWouldBring() throws Exception {
        String[] options = {
            "--unit-time", "10ms", "--result", "100kB", "--value", "20kB", "--units", "1000", "--no-simulation"
        };
        assertThat(plan(", rate: 10 Mbit/s", options))
                .contains("accumulation would raise the bound from 12.49 to 99.84")
                .contains("if a worker's value has 20 kB");
        List<String> json = new ArrayList<>(List.of(options));
        json.add("--json");
        String answer = plan(", rate: 10 Mbit/s", json.toArray(String[]::new));
        assertThat(answer).contains("\"deferral\":{\"results\":\"accumulated\"");
        assertThat(number(answer, "computeSeconds")).isBetween(79.9, 80.1);
    }

    @Test
    void shouldNotSlowUnitsThatWaitOnALoadedHost() throws Exception {
        String[] options = {"--unit-time", "10ms", "--no-simulation"};
        assertThat(plan("", options)).contains("at most 150.0 units/s").doesNotContain("load");
        assertThat(plan("", "--unit-time", "10ms", "--no-simulation", "--cpu-share", "3"))
                .contains("at most 200.0 units/s")
                .contains("units use 3 % of a processor: load on hosts hardly matters");
    }
}
