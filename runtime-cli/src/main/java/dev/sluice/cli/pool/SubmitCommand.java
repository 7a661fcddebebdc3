package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolClientOptions;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts a run in a pool and returns. */
@Command(
        name = "submit",
        mixinStandardHelpOptions = true,
        customSynopsis =
                "sluice submit [--pool-dir DIR] [--pool-role ROLE] [--id ID] [--after RUN,...] [--json] APP [OPTIONS of run] [-- ARGUMENTS]",
        description = "Prints the id of the run. The run goes on when you log out, and when its"
                + " master or the pool dies. Words are those of 'sluice run', without hosts; 'submit each …'"
                + " takes those of 'sluice each'. The run's standard input is empty.",
        exitCodeList = {
            "0:the run has begun",
            "2:usage error",
            "3:no pool answers; the message says whether the run may be submitted",
            "4:the run ended at once; what it printed is shown",
            "5:internal error in Sluice"
        })
final class SubmitCommand implements Callable<Integer> {
    @Mixin
    private PoolClientOptions pool;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "id of the run (default: a new one); the same id and words again submit nothing, and find"
                    + " the run")
    private @Nullable String id;

    @Option(
            names = "--after",
            split = ",",
            paramLabel = "RUN",
            description = "begin when these runs have succeeded; if one has not, this run fails too (E286)")
    private List<String> after = List.of();

    @Option(names = "--json", description = "print one JSON object: the run's id and its directory")
    private boolean json;

    @Parameters(arity = "1..*", paramLabel = "APP", description = "the application, and the words of 'sluice run'")
    private List<String> words = List.of();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    SubmitCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        List<String> all = new ArrayList<>(words);
        if (!List.of("run", "each").contains(all.get(0))) {
            all.add(0, "run");
        }
        after.forEach(each -> all.add(1, PoolRequest.AFTER + each));
        List<String> environment = environment(System.getenv());
        String run = id != null ? id : PoolDesk.newId(all).text();
        all.add(0, PoolRequest.ID + run);
        PoolAnswer answer = PoolCall.submit(
                pool.address(),
                new PoolRequest(
                        PoolRequest.Verb.SUBMIT,
                        all,
                        Path.of("").toAbsolutePath().toString(),
                        environment),
                run);
        String printed = json
                ? answer.json()
                : JsonTree.parse(Path.of("answer"), answer.json()).at("run").text();
        spec.commandLine().getOut().println(printed);
        spec.commandLine().getOut().flush();
        return 0;
    }

    /**
     * The variables for the run, which Java would start with others than these bytes if they are no text.
     *
     * @param decoded by Java, which replaces what is no text
     */
    static List<String> environment(Map<String, String> decoded) {
        List<String> variables = new ArrayList<>();
        decoded.forEach((name, value) -> {
            if ((name + value).contains("\uFFFD")) {
                throw new SluiceException(
                        ErrorCode.WORD_NOT_TEXT,
                        "variable " + name
                                + ": bytes that are no UTF-8 (expected: text in each variable, because the run"
                                + " gets them all; 'env -u " + name + " sluice submit …' leaves it out)");
            }
            variables.add(name + "=" + value);
        });
        return variables;
    }
}
