package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** Looks around in every method, and prints what each saw. Unit 2 fails until a file is there. */
public final class Surroundings extends Application<None, Integer, List<String>> {
    @Option(names = "--mended")
    Path mended = Path.of("/");

    private final Set<String> seen = new TreeSet<>();

    public Surroundings() {
        look("constructor");
    }

    private void look(String method) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        seen.add(String.join(
                " ",
                method,
                context == Surroundings.class.getClassLoader() ? "own" : String.valueOf(context),
                driver(),
                Locale.getDefault().toString(),
                TimeZone.getDefault().getID(),
                Charset.defaultCharset().name(),
                String.valueOf(Files.exists(Path.of("here")))));
    }

    private static String driver() {
        try {
            return DriverManager.getDriver("jdbc:surroundings:").getClass().getSimpleName();
        } catch (SQLException none) {
            return "none";
        }
    }

    @Override
    protected void initialize() {
        look("initialize");
    }

    @Override
    protected Cycle<None> cycle(int number) {
        look("cycle");
        return Cycle.only(4, None.NONE);
    }

    @Override
    protected Integer unit(long index) {
        look("unit");
        return (int) index;
    }

    @Override
    protected void loadState() {
        look("loadState");
    }

    @Override
    protected List<String> compute(None setup, Integer unit) {
        look("compute");
        if (unit == 2 && !Files.exists(mended)) {
            throw new IllegalStateException("not mended");
        }
        return new ArrayList<>(seen);
    }

    @Override
    protected Verdict accept(long index, List<String> result) {
        look("accept");
        seen.addAll(result);
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) {
        look("endCycle");
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() {
        look("complete");
        seen.forEach(line -> System.out.println("saw " + line));
    }
}
