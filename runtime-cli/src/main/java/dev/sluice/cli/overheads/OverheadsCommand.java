package dev.sluice.cli.overheads;

import dev.sluice.insight.cost.CostsCache;
import dev.sluice.insight.cost.Measured;
import dev.sluice.insight.cost.OverheadsFit;
import dev.sluice.insight.cost.OverheadsJson;
import dev.sluice.insight.cost.RuntimeCosts;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what the runtime itself costs, and says it. */
@Command(
        name = "overheads",
        mixinStandardHelpOptions = true,
        description = "Measures what the runtime itself costs on this machine, for messages and for units: what the"
                + " simulator adds to the application's own times; commands that simulate take it from then on."
                + " Takes some 85 s of an otherwise idle machine.")
public final class OverheadsCommand implements Callable<Integer> {
    /** Which of the two measurements. */
    enum Part {
        MESSAGES,
        UNITS,
        ALL
    }

    @Option(names = "--part", hidden = true, description = "${COMPLETION-CANDIDATES}")
    private Part part = Part.ALL;

    @Option(names = "--listen", paramLabel = "HOST:PORT", hidden = true, description = "with a worker of another host")
    private @Nullable String listen;

    @Option(names = "--run-file", paramLabel = "FILE", hidden = true, description = "for that worker")
    private @Nullable Path runFile;

    @Option(names = "--divide", hidden = true, description = "measure with so many times fewer units")
    private int divisor = 1;

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Option(names = "--worker-jar", paramLabel = "JAR", description = "sluice-worker.jar (default: beside this jar)")
    private @Nullable Path workerJar;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    OverheadsCommand() {}

    @Override
    public Integer call() throws Exception {
        OverheadsMeter meter = new OverheadsMeter(new OverheadsMeter.Place(listen, runFile, workerJar), divisor);
        List<Measured> messages = part == Part.UNITS ? List.of() : meter.messages();
        List<Measured> units = part == Part.MESSAGES ? List.of() : meter.units();
        List<OverheadsMeter.Crowd> crowds = part == Part.ALL && listen == null ? meter.crowds() : List.of();
        RuntimeCosts costs = crowds.isEmpty() ? null : RuntimeCosts.of(meter, messages, units, crowds);
        if (costs != null && divisor == 1) {
            CostsCache.keep(costs, this::say);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(OverheadsJson.of(OverheadsFit.of(meter.first(), messages, units)));
            out.flush();
            return 0;
        }
        meter.first().forEach(each -> print(out, "first", each));
        messages.forEach(each -> print(out, "message", each));
        units.forEach(each -> print(out, "unit", each));
        if (part == Part.ALL) {
            out.println(costs != null ? costs.overheads() : OverheadsFit.of(meter.first(), messages, units));
            crowds.forEach(crowd -> print(out, crowd.workers() + " workers", crowd.measured()));
            if (costs != null) {
                costs.interference().at().forEach(out::println);
            }
            out.println(meter.upkeep());
            out.printf(Locale.ROOT, "delay %.0f ns%n", OverheadsFit.delayNanos(messages));
        }
        out.flush();
        return 0;
    }

    private void say(String line) {
        spec.commandLine().getErr().println(line);
    }

    private static void print(PrintWriter out, String kind, Measured measured) {
        out.printf(
                Locale.ROOT,
                "%s %s: clock %.0f ns, master's loop %.0f, application %.0f, worker's loop %.0f, slot %.0f, %.4f messages%n",
                kind,
                measured.step(),
                measured.clockNanos(),
                measured.masterLoopNanos(),
                measured.applicationNanos(),
                measured.workerLoopNanos(),
                measured.slotNanos(),
                measured.messages());
    }
}
