package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.launch.Survivors;
import dev.sluice.testing.Records;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class RunNewsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private RunNews news(Output.Form form) {
        RunRequest.Reporting none = RunRequest.Reporting.NONE;
        RunRequest.Reporting reporting = Records.with(none, "form", form);
        return new RunNews(Output.of(reporting, new PrintWriter(out), new PrintWriter(err)), new Survivors());
    }

    @Test
    void shouldSayWhatATunerChanged() {
        news(Output.Form.TABLE).tuned("workers", "2 of 6 workers are parked", "the cycle takes 1.70 s");

        assertThat(err.toString().strip()).isEqualTo("workers: 2 of 6 workers are parked; the cycle takes 1.70 s");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldNotSayItInJsonOrQuietly() {
        news(Output.Form.JSON).tuned("policy", "FAC, weights equal", "it is faster");
        news(Output.Form.QUIET).tuned("policy", "FAC, weights equal", "it is faster");

        assertThat(err.toString() + out).isEmpty();
    }
}
