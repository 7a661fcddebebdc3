package dev.sluice.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** An application that writes down what is called, and does as a test tells it. */
public class Recorded extends Application<String, Long, Long> {
    final List<String> calls = new ArrayList<>();
    final List<Cycle<String>> cycles = new ArrayList<>(List.of(Cycle.only(3, "setup")));
    Supplier<Verdict> verdicts = () -> Verdict.CONTINUE;
    Supplier<Verdict> ends = () -> Verdict.CONTINUE;
    String throwing = "";
    String nulling = "";

    @Option(names = "--width", description = "columns of the picture")
    int width = 1024;

    @Option(names = "--height", description = "rows of the picture")
    int height = 768;

    @Option(names = "--mode", description = "how")
    Mode mode = Mode.FAST;

    enum Mode {
        FAST,
        EXACT
    }

    public Recorded() {}

    final void called(String call, String method) throws Exception {
        calls.add(call);
        if (throwing.equals(method)) {
            throw new java.io.IOException("disk on fire");
        }
    }

    private <T> T orNull(String method, T value) {
        return nulling.equals(method) ? nothing() : value;
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what an application must not do
    private static <T> T nothing() {
        return null;
    }

    @Override
    protected void initialize() throws Exception {
        called("initialize", "initialize");
    }

    @Override
    protected Cycle<String> cycle(int number) throws Exception {
        called("cycle " + number, "cycle");
        return orNull("cycle", cycles.get(number));
    }

    @Override
    protected Long unit(long index) throws Exception {
        called("unit " + index, "unit");
        return orNull("unit", index);
    }

    @Override
    protected Long compute(String setup, Long unit) throws Exception {
        called("compute " + setup + " " + unit, "compute");
        return orNull("compute", unit * 2);
    }

    @Override
    protected Verdict accept(long index, Long result) throws Exception {
        called("accept " + index + " " + result, "accept");
        return orNull("accept", verdicts.get());
    }

    @Override
    protected Verdict endCycle(int number) throws Exception {
        called("endCycle " + number, "endCycle");
        return orNull("endCycle", ends.get());
    }

    @Override
    protected void complete() throws Exception {
        called("complete", "complete");
    }

    @Override
    protected void incomplete(List<FailedUnit> failures) throws Exception {
        called("incomplete " + failures, "incomplete");
    }

    @Override
    protected void interrupted() throws Exception {
        called("interrupted", "interrupted");
    }

    @Override
    protected void finish() throws Exception {
        called("finish", "finish");
    }
}
