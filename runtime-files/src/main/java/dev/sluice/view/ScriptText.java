package dev.sluice.view;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.World;
import dev.sluice.text.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what happens to machines and links in a simulation: steps such as {@code 10s lose h3}, one a line in a file, or
 * one after the other with {@code ;} between them on the command line. {@code #} begins a comment. The same files drive
 * the test network ({@code lab load}). Immutable.
 */
public final class ScriptText {
    private static final String FORM =
            "TIME join|drain|park|unpark|lose|die HOST, TIME load HOST|* SHARE, TIME link LINK RATE [UP], or"
                    + " TIME policy NAME [weights WEIGHTS] [prefetch NUMBER|auto]";

    private static final long MOST_BYTES = 1L << 24;

    /** Stands for every host with a worker. */
    private static final String ALL = "*";

    private final NetworkView view;
    private final List<String> workers;

    /** @param machines whose hosts and links the steps name */
    public ScriptText(World machines) {
        this.view = machines.view();
        this.workers = machines.computing().stream().map(Host::name).toList();
    }

    /**
     * Reads steps.
     *
     * @param text steps, or the name of a file with them
     * @throws SluiceException if the file cannot be read, or a step is wrong; the message names the line
     */
    public Script parse(String text) {
        boolean inline = text.contains(";") || text.strip().contains(" ");
        return inline ? parse(source("--script"), text.split(";", -1), false) : read(Path.of(text));
    }

    private Script read(Path file) {
        Source source = source(file.toString());
        try {
            return parse(source, source.read(file, MOST_BYTES).split("\\R", -1), true);
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    "--script: " + file + " (expected: a readable file, or steps such as '10s lose h3')",
                    e);
        }
    }

    private static Source source(String name) {
        return new Source(name, "steps of a script", message -> new SluiceException(ErrorCode.USAGE, message));
    }

    private Script parse(Source source, String[] lines, boolean numbered) {
        List<Script.Step> steps = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                try {
                    for (String[] words : each(line.split("\\s+"))) {
                        steps.add(step(words));
                    }
                } catch (IllegalArgumentException e) {
                    throw source.wrong(numbered ? i + 1 : 0, line, String.valueOf(e.getMessage()));
                }
            }
        }
        return new Script(steps);
    }

    /** The step for each host with a worker where its host is {@code *}. */
    private List<String[]> each(String[] words) {
        if (words.length != 4 || !words[1].equals("load") || !words[2].equals(ALL)) {
            return List.<String[]>of(words);
        }
        return workers.stream()
                .map(host -> new String[] {words[0], words[1], host, words[3]})
                .toList();
    }

    /** @throws IllegalArgumentException whose message says what was expected */
    private Script.Step step(String[] words) {
        if (words.length < 3) {
            throw new IllegalArgumentException(FORM);
        }
        long at = Math.round(Quantity.TIME.parse(words[0]) * 1e9);
        if (words[1].equals("policy")) {
            return policy(at, words);
        }
        boolean longer = words[1].equals("load") || words[1].equals("link");
        if (words.length > 3 != longer || words.length > (words[1].equals("link") ? 5 : 4)) {
            throw new IllegalArgumentException(FORM);
        }
        return switch (words[1]) {
            case "join" -> new Script.Join(at, host(words[2]));
            case "drain" -> new Script.Drain(at, host(words[2]));
            case "park" -> new Script.Park(at, host(words[2]));
            case "unpark" -> new Script.Unpark(at, host(words[2]));
            case "lose" -> new Script.Lose(at, host(words[2]));
            case "die" -> new Script.Die(at, host(words[2]));
            case "load" -> new Script.Load(at, host(words[2]), share(words[3]));
            case "link" -> {
                double down = Quantity.RATE.parse(words[3]);
                double up = words.length == 5 ? Quantity.RATE.parse(words[4]) : down;
                yield new Script.Capacity(at, link(words[2]), down, up);
            }
            default -> throw new IllegalArgumentException(FORM);
        };
    }

    private static Script.Step policy(long at, String[] words) {
        Weighting weights = null;
        Integer prefetch = null;
        for (int i = 3; i < words.length; i += 2) {
            boolean twice = words[i].equals("weights") ? weights != null : prefetch != null;
            if (i + 1 == words.length || twice) {
                throw new IllegalArgumentException(FORM);
            }
            switch (words[i]) {
                case "weights" -> weights = named(Weighting.class, words[i + 1]);
                case "prefetch" -> prefetch = prefetch(words[i + 1]);
                default -> throw new IllegalArgumentException(FORM);
            }
        }
        return new Script.SwitchPolicy(at, named(PolicyName.class, words[2]), weights, prefetch);
    }

    private static <E extends Enum<E>> E named(Class<E> type, String word) {
        for (E each : type.getEnumConstants()) {
            if (each.name().equalsIgnoreCase(word)) {
                return each;
            }
        }
        throw new IllegalArgumentException("one of " + List.of(type.getEnumConstants()));
    }

    private static int prefetch(String word) {
        if (word.equals("auto")) {
            return SchedulerConfig.AUTO;
        }
        if (!word.matches("[0-9]{1,4}") || Integer.parseInt(word) > SchedulerConfig.MAX_PREFETCH) {
            throw new IllegalArgumentException("auto, or a prefetch from 0 to " + SchedulerConfig.MAX_PREFETCH);
        }
        return Integer.parseInt(word);
    }

    private static double share(String word) {
        if (!word.matches("[01]|0?\\.[0-9]{1,12}|[01]\\.0{1,12}")) {
            throw new IllegalArgumentException("a share of the processor from 0 to 1, such as 0.5");
        }
        return Double.parseDouble(word);
    }

    private int host(String name) {
        int host = view.host(name);
        if (host < 0) {
            throw new IllegalArgumentException(
                    "a host of the view, such as " + view.hosts().get(0).name());
        }
        return host;
    }

    private int link(String name) {
        for (int i = 0; i < view.links().size(); i++) {
            if (view.links().get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException(
                "a link of the view, such as " + view.links().get(0).name());
    }
}
