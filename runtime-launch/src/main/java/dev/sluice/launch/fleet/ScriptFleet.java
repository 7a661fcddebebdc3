package dev.sluice.launch.fleet;

import dev.sluice.launch.LaunchException;
import dev.sluice.launch.Shell;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.Text;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Starts agents by a script of the user with the verbs check, start, status and stop; docs/queues.md is its contract.
 * Its output is not trusted. Used by one thread.
 */
public final class ScriptFleet implements FleetSystem {
    /** Bound of one call [ms]. */
    private static final long LIMIT_MILLIS = 60_000;

    /** Ids in one call of stop, so that a command line never gets too long. */
    private static final int MOST_IDS = 500;

    private final ScriptTerms terms;
    private final Consumer<String> say;
    private final ScriptCall call;

    /** Failed tasks that were cleared away, as long as the script names them. */
    private final Set<String> cleared = new HashSet<>();

    private long lastBatch;

    /**
     * Calls nothing yet.
     *
     * @param say told of what went wrong without being an error
     */
    public ScriptFleet(ScriptTerms terms, Consumer<String> say) {
        this(terms, say, LIMIT_MILLIS);
    }

    ScriptFleet(ScriptTerms terms, Consumer<String> say, long limitMillis) {
        this.terms = terms;
        this.say = say;
        this.call = new ScriptCall(terms.logs(), limitMillis);
    }

    @Override
    public void check() throws InterruptedException {
        if (!Files.isRegularFile(terms.script())) {
            throw unusable("no such file");
        }
        if (!Files.isExecutable(terms.script())) {
            throw unusable("not executable");
        }
        ScriptCall.Answer answer = run(List.of("check"));
        if (!answer.isGood()) {
            throw failed("check", answer);
        }
    }

    private LaunchException unusable(String offence) {
        return new LaunchException(
                ErrorCode.LAUNCHER_UNUSABLE,
                "--launcher: " + terms.script() + ": " + offence + " (expected: an executable script)");
    }

    /**
     * Printed ids are tasks, however the script ended: they are returned even if it failed afterwards. Tasks of an
     * answer that breaks the contract are stopped, because nobody would count them.
     */
    @Override
    public List<String> start(int tasks) throws InterruptedException {
        String verb = "start " + tasks;
        ScriptCall.Answer answer = run(List.of("start", String.valueOf(tasks)));
        ScriptAnswer read = ScriptAnswer.ofStart(answer.out(), tasks);
        if (!read.offence().isEmpty()) {
            stopUncounted(read.ids().stream().limit(MOST_IDS).toList());
            throw answer.isGood() ? failed(verb, read.offence(), answer.err()) : failed(verb, answer);
        }
        if (read.tasks().isEmpty()) {
            throw answer.isGood()
                    ? failed(verb, "it printed no id (expected: one line for each task)", answer.err())
                    : failed(verb, answer);
        }
        if (!answer.isGood()) {
            say.accept(text(verb, answer.trouble(), answer.err()) + "; "
                    + read.tasks().size() + " of " + tasks + " tasks started");
        }
        return List.copyOf(read.ids());
    }

    private void stopUncounted(Collection<String> tasks) throws InterruptedException {
        try {
            stop(tasks);
        } catch (LaunchException failure) {
            say.accept(failure.getMessage() + "; these tasks may go on: " + String.join(" ", tasks));
        }
    }

    /** Failed tasks are stopped once: one that can never run may still have its place in a queue. */
    @Override
    public Map<String, TaskStatus> status() throws InterruptedException {
        Map<String, TaskStatus> tasks = read();
        Set<String> failed = new TreeSet<>();
        tasks.forEach((task, status) -> {
            if (status == TaskStatus.FAILED) {
                failed.add(task);
            }
        });
        cleared.retainAll(failed);
        failed.removeAll(cleared);
        if (!failed.isEmpty()) {
            cleared.addAll(failed);
            stopUncounted(failed);
        }
        return tasks;
    }

    /** Names tasks that the script lists: by the contract, it names tasks of its own pool only. */
    @Override
    public Collection<String> own() throws InterruptedException {
        return read().entrySet().stream()
                .filter(task -> task.getValue() != TaskStatus.FAILED)
                .map(Map.Entry::getKey)
                .toList();
    }

    private Map<String, TaskStatus> read() throws InterruptedException {
        ScriptCall.Answer answer = run(List.of("status"));
        if (!answer.isGood()) {
            throw failed("status", answer);
        }
        ScriptAnswer read = ScriptAnswer.ofStatus(answer.out());
        if (!read.offence().isEmpty()) {
            throw failed("status", read.offence(), answer.err());
        }
        return Map.copyOf(read.tasks());
    }

    @Override
    public void stop(Collection<String> tasks) throws InterruptedException {
        List<String> all = List.copyOf(tasks);
        for (int from = 0; from < all.size(); from += MOST_IDS) {
            List<String> words = new ArrayList<>(List.of("stop"));
            words.addAll(all.subList(from, Math.min(all.size(), from + MOST_IDS)));
            ScriptCall.Answer answer = run(words);
            if (!answer.isGood()) {
                throw failed("stop", answer);
            }
        }
    }

    @Override
    public List<String> dryRun(int tasks) {
        List<String> lines =
                new ArrayList<>(List.of("cd " + Shell.quote(terms.logs().toString())));
        terms.variables(nextBatch()).forEach((key, value) -> lines.add("export " + key + "=" + Shell.quote(value)));
        lines.add(Shell.command(List.of(terms.script().toString(), "start", String.valueOf(tasks))));
        return lines;
    }

    private ScriptCall.Answer run(List<String> words) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(terms.script().toString()));
        command.addAll(words);
        return call.run(command, terms.variables(nextBatch()));
    }

    /** A name that no other call got, also not one of an earlier process of the pool. */
    private String nextBatch() {
        lastBatch = Math.max(lastBatch + 1, System.currentTimeMillis());
        return terms.name() + "-" + Long.toString(lastBatch, Character.MAX_RADIX);
    }

    private LaunchException failed(String verb, ScriptCall.Answer answer) {
        return failed(verb, answer.trouble(), answer.err());
    }

    private LaunchException failed(String verb, String offence, String err) {
        return new LaunchException(ErrorCode.LAUNCHER_FAILED, text(verb, offence, err));
    }

    private String text(String verb, String offence, String err) {
        return "launcher " + terms.script() + " " + verb + ": " + offence + (err.isEmpty() ? "" : ": " + err);
    }

    /**
     * The output of a script, read line by line. Empty lines have no meaning.
     *
     * @param tasks ids in their order with their status
     * @param offence the first line that breaks the contract, with the expectation; empty if there is none
     */
    private record ScriptAnswer(Map<String, FleetSystem.TaskStatus> tasks, String offence) {
        private static final String ID_WORDS = "letters, digits and ._:@+=[]-, at most 100, a letter or digit first";
        private static final String ID = "[A-Za-z0-9][A-Za-z0-9._:@+=\\[\\]-]{0,99}";
        private static final Pattern STARTED = Pattern.compile(ID);
        private static final Pattern STATUS = Pattern.compile("(" + ID + ") +(queued|running|failed) *");
        private static final int SHOWN = 60;

        Set<String> ids() {
            return new LinkedHashSet<>(tasks.keySet());
        }

        /** Reads ids of started tasks, one in each line and none twice. */
        static ScriptAnswer ofStart(String out, int asked) {
            Map<String, FleetSystem.TaskStatus> tasks = new LinkedHashMap<>();
            String offence = "";
            for (String line : out.split("\n", -1)) {
                if (line.isBlank()) {
                    continue;
                }
                boolean good = STARTED.matcher(line).matches();
                if (good && tasks.put(line, FleetSystem.TaskStatus.QUEUED) == null) {
                    continue;
                }
                offence = offence.isEmpty() ? offence(line, good ? "each id once" : "an id: " + ID_WORDS) : offence;
            }
            if (offence.isEmpty() && tasks.size() > asked) {
                offence = tasks.size() + " ids (expected: at most " + asked + ")";
            }
            return new ScriptAnswer(tasks, offence);
        }

        /** Reads lines of an id and a status. */
        static ScriptAnswer ofStatus(String out) {
            Map<String, FleetSystem.TaskStatus> tasks = new LinkedHashMap<>();
            for (String line : out.split("\n", -1)) {
                Matcher matcher = STATUS.matcher(line);
                if (matcher.matches()) {
                    String status = matcher.group(2).toUpperCase(Locale.ROOT);
                    tasks.put(matcher.group(1), FleetSystem.TaskStatus.valueOf(status));
                } else if (!line.isBlank()) {
                    return new ScriptAnswer(tasks, offence(line, "ID queued, ID running or ID failed"));
                }
            }
            return new ScriptAnswer(tasks, "");
        }

        private static String offence(String line, String expected) {
            return "it printed '" + Text.printable(line, SHOWN) + (line.length() > SHOWN ? "…" : "") + "' (expected: "
                    + expected + ")";
        }
    }
}
