package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import dev.sluice.api.unit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine.Option;

/**
 * Units of three sizes: one slot, two slots, and one slot of a host with the label {@code big}. A result names the
 * process that computed the unit and the processors that it was given.
 */
public final class UnlikeUnits extends Application<None, Long, String> {
    @Option(names = "--out", required = true)
    Path out;

    /** No unit is computed before this file exists. */
    @Option(names = "--after", required = true)
    Path after;

    @Option(names = "--units")
    long units = 60;

    @Option(names = "--processors", description = "of a wide unit")
    int wide = 2;

    @Override
    protected Cycle<None> cycle(int number) {
        return Cycle.only(units, None.NONE);
    }

    @Override
    protected Needs needs(long index) {
        return switch ((int) (index % 3)) {
            case 0 -> Needs.ofProcessors(wide);
            case 1 -> Needs.ONE_SLOT.with("big", 0);
            default -> Needs.ONE_SLOT;
        };
    }

    @Override
    protected Long unit(long index) {
        return index;
    }

    @Override
    protected String compute(None setup, Long unit) throws InterruptedException {
        while (!Files.exists(after)) {
            Thread.sleep(5);
        }
        Thread.sleep(20);
        return ProcessHandle.current().pid() + " " + context().processors();
    }

    @Override
    protected Verdict accept(long index, String result) throws IOException {
        Files.writeString(out, index + " " + result + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return Verdict.CONTINUE;
    }
}
