package dev.sluice.cli.option;

import dev.sluice.launch.pool.PoolLauncher;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.pool.Deadline;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option for a pool from which a run takes workers. */
public final class PoolOptions {
    private static final int MOST_SLOTS = 1 << 24;
    private static final int MOST_WEIGHT = 1_000;
    private static final int MOST_PRIORITY = 100;

    @Option(
            names = "--pool",
            arity = "0..1",
            split = ",",
            preprocessor = Bare.class,
            paramLabel = "KEY=VALUE",
            description = "take workers from your pool; keys: weight=N, priority=N, least-slots=N, most-slots=N, "
                    + "deadline=TIME, dir=DIR, role=ROLE (docs/pool.md)")
    private List<String> pool = List.of();

    /** Lets the option stand alone: the next word is never its value. */
    static final class Bare implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (!"=".equals(info.get("separator"))) {
                words.push("true");
            }
            return false;
        }
    }

    /** Returns whether a pool is asked for. */
    public boolean asked() {
        return !pool.isEmpty() && !pool.equals(List.of("false"));
    }

    /**
     * Concludes the option; reads the file of the pool. Null without it.
     *
     * @throws SluiceException NO_POOL if none was started there, USAGE for values that make no sense
     */
    public PoolLauncher.@Nullable Terms terms() {
        if (!asked()) {
            return null;
        }
        KeyedValues keys = KeyedValues.parse(
                "--pool",
                pool.stream().filter(part -> !part.equals("true")).toList(),
                "weight=N",
                "priority=N",
                "least-slots=N",
                "most-slots=N",
                "deadline=TIME",
                "dir=DIR",
                "role=ROLE");
        int mostSlots = keys.whole("most-slots", MOST_SLOTS, 1, MOST_SLOTS);
        String directory = keys.text("dir");
        String role = keys.text("role");
        return new PoolLauncher.Terms(
                new PoolAddress(
                                PoolAddress.directory(directory == null ? null : Path.of(directory)),
                                role == null ? null : PoolClientOptions.role(keys.name("role"), role))
                        .read(),
                keys.whole("weight", 1, 1, MOST_WEIGHT),
                keys.whole("priority", 0, -MOST_PRIORITY, MOST_PRIORITY),
                keys.whole("least-slots", 0, 0, mostSlots),
                mostSlots,
                deadlineNanos(keys.name("deadline"), keys.text("deadline")));
    }

    /** Time from now to the deadline [ns]. */
    private static long deadlineNanos(String name, @Nullable String deadline) {
        if (deadline == null) {
            return Deadline.NONE;
        }
        if (!deadline.contains("T") && !deadline.contains(":")) {
            return Math.max(1, (long) Quantity.DURATION.of(name, deadline));
        }
        return Duration.between(Instant.now(), PointInTime.of(name, deadline)).toNanos();
    }
}
