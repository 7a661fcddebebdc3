package dev.sluice.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessorTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "model name : AMD EPYC 7543 32-Core Processor;cpu MHz : 1500.000 | 3700000 | AMD EPYC 7543 32-Core Processor | 3.7e9",
                "model name : Intel(R) Xeon(R)   CPU @ 2.20GHz;cpu MHz : 2100.5 | '' | Intel(R) Xeon(R) CPU @ 2.20GHz | 2.2e9",
                "model name : Some CPU;cpu MHz : 2100.5;model name : Another | '' | Some CPU | 2.1005e9",
                "CPU implementer : 0x41;CPU part : 0xd0c | '' | arch 0x41/0xd0c | NaN",
                "'' | nonsense | arch | NaN",
            })
    void shouldReadWhatLinuxSays(String cpuinfo, String most, String model, double hertz) {
        Processor processor = Processor.of(cpuinfo.replace(';', '\n'), most + "\n", "arch", 2);
        assertThat(processor).isEqualTo(new Processor(model, hertz, 2));
    }

    @Test
    void shouldKnowThisHost() {
        assertThat(Processor.here().model()).isNotEmpty();
        assertThat(Processor.here().count()).isPositive();
    }
}
