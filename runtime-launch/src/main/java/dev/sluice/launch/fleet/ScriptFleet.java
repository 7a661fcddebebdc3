package dev.sluice.launch.fleet;

import dev.sluice.launch.LaunchException;
import dev.sluice.launch.Shell;
import dev.sluice.model.ErrorCode;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

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
}
