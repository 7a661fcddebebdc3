package dev.sluice.insight.predict;

import dev.sluice.insight.information.Fact;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Provider;
import dev.sluice.insight.information.Question;
import dev.sluice.master.report.Processor;
import dev.sluice.net.runfile.ThisHost;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Knows this host. */
public final class HereProvider implements Provider {
    private static final String SOURCE = "this host";

    private final Instant now;

    HereProvider(Instant now) {
        this.now = now;
    }

    @Override
    public String name() {
        return "system";
    }

    /** The pairs that describe this host in facts. */
    public Map<String, String> machine() {
        return machine(Processor.here());
    }

    private static Map<String, String> machine(Processor processor) {
        Map<String, String> machine = new LinkedHashMap<>();
        machine.put(Name.HOST.text(), ThisHost.name());
        machine.put(Name.PROCESSOR.text(), processor.model());
        if (processor.clockHertz() > 0) {
            machine.put(Name.CLOCK_HERTZ.text(), String.valueOf(processor.clockHertz()));
        }
        return machine;
    }

    @Override
    public List<Fact> facts(Question question) {
        Processor processor = Processor.here();
        Map<String, String> all = machine(processor);
        all.put(Name.PROCESSORS.text(), String.valueOf(processor.count()));
        String value = all.remove(question.asked());
        if (value == null) {
            return List.of();
        }
        double number = question.asked().equals(Name.CLOCK_HERTZ.text())
                ? processor.clockHertz()
                : question.asked().equals(Name.PROCESSORS.text()) ? processor.count() : Double.NaN;
        Fact fact = new Fact(all, question.asked(), value, number, Double.NaN, SOURCE, now);
        return fact.agreesWith(question) ? List.of(fact) : List.of();
    }
}
