package dev.sluice.cli.history;

import dev.sluice.cli.config.ConfigDefaults;
import dev.sluice.cli.config.ConfigProvider;
import dev.sluice.cli.config.Setting;
import dev.sluice.cli.option.Columns;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.information.Answer;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Provider;
import dev.sluice.insight.information.Question;
import dev.sluice.insight.information.Rule;
import dev.sluice.insight.information.StatedProvider;
import dev.sluice.insight.information.StatedProvider.Statement;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.insight.predict.PredictionsProvider;
import dev.sluice.insight.weather.RecentWeather;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.forecast.Estimate;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the information service by hand. */
@Command(
        name = "ask",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice ask [OPTIONS] NAME=VALUE... NAME=?",
        description = {
            "Queries the measurements that Sluice has stored. Give known values as NAME=VALUE and "
                    + "mark the one you want with NAME=?. Sources are the configuration, this host, the "
                    + "history of runs, predictions, measurements of hosts and links, and forecasts. Without "
                    + "an exact answer, queries more general values. Starts nothing.",
            "Example: sluice ask 'application=mandelbrot host=node7 unit-seconds=?'"
        },
        footerHeading = "%nNames (docs/information.md), besides all options, such as run.policy=?:%n",
        exitCodeList = {
            "0:success (the answer may be empty)",
            "2:usage error, or an invalid question",
            "5:internal error in Sluice"
        })
public final class AskCommand implements Callable<Integer> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

    @Parameters(
            arity = "1..*",
            paramLabel = "NAME=VALUE",
            description = "known values, and NAME=? for each value to look up; quote values with spaces")
    private List<String> pairs = List.of();

    @Option(
            names = "--rule",
            paramLabel = "RULE",
            description = "how to choose among answers: ${COMPLETION-CANDIDATES}: the most specific, the latest, "
                    + "or the most certain (default: ${DEFAULT-VALUE})")
    private Rule rule = Rule.EXACT;

    @Option(names = "--wide", description = "also query more general values when an exact answer exists")
    private boolean wide;

    @Option(
            names = "--know",
            paramLabel = "PAIRS",
            description = "add a statement to the sources, such as 'host=node7 clock-hertz=2.8e9'; repeatable")
    private List<String> known = List.of();

    @Option(names = "--json", description = "print one JSON object (docs/ask.schema.json)")
    private boolean json;

    @Option(names = "--quiet", description = "print the chosen value only, or 'unknown'")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    AskCommand() {}

    /** The names that the help ends with. */
    public static String[] names() {
        List<String> lines = new ArrayList<>();
        for (Name name : Name.values()) {
            String unit = name.unit().isEmpty() ? "" : " [" + name.unit() + "]";
            lines.add(String.format("  %-22s%s%s", name.text(), name.meaning(), unit));
        }
        return lines.toArray(String[]::new);
    }

    @Override
    public Integer call() {
        Optional<ConfigDefaults> defaults = ConfigDefaults.of(spec.commandLine());
        Collection<String> options = defaults.map(each -> each.keys().all()).orElse(List.of());
        Instant now = Instant.now();
        Question question;
        List<Provider> providers = new ArrayList<>();
        try {
            question = Question.parse(String.join(" ", pairs), options);
            providers.add(new StatedProvider(statements(defaults), now));
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, String.valueOf(wrong.getMessage()), wrong);
        }
        defaults.ifPresent(each -> providers.add(new ConfigProvider(each, now)));
        providers.add(new PredictionsProvider());
        History history = RunRecord.history(this::say);
        Knowledge knowledge = Knowledge.of(providers, history, RecentWeather.now(history));
        List<Answer> answers = knowledge.ask(question, wide);
        Optional<Answer> picked = knowledge.pick(answers, rule);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(AskJson.of(question, rule, answers, picked));
        } else if (quiet) {
            out.println(picked.map(Answer::value).map(Columns::printable).orElse("unknown"));
        } else {
            print(out, question, answers, picked);
        }
        out.flush();
        return 0;
    }

    private List<Statement> statements(Optional<ConfigDefaults> defaults) {
        String source = defaults.flatMap(each -> each.setting(spec.findOption("--know")))
                .filter(set -> known.contains(set.value()))
                .map(Setting::place)
                .orElse("--know");
        return known.stream().map(text -> Statement.parse(text, source)).toList();
    }

    private void say(String line) {
        spec.commandLine().getErr().println(line);
        spec.commandLine().getErr().flush();
    }

    private static void print(PrintWriter out, Question question, List<Answer> answers, Optional<Answer> picked) {
        if (answers.isEmpty()) {
            out.println("unknown: " + Columns.printable(question.toString()));
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", question.asked(), "sure", "by", "how", "of", "time"));
        for (Answer answer : answers) {
            rows.add(List.of(
                    picked.isPresent() && picked.get() == answer ? "*" : " ",
                    value(question, answer),
                    answer.estimate().map(AskCommand::sure).orElse(""),
                    Columns.printable(answer.provider() + ": " + answer.fact().source()),
                    answer.how(),
                    Columns.printable(subject(question, answer)),
                    TIME.format(answer.fact().time())));
        }
        out.print(Columns.of(rows));
    }

    private static String value(Question question, Answer answer) {
        String unit = Name.of(question.asked()).map(Name::unit).orElse("");
        return answer.estimate()
                .map(number -> String.format(Locale.ROOT, "%.4g %s", number.value(), unit)
                        .strip())
                .orElse(Columns.printable(answer.value()));
    }

    private static String sure(Estimate number) {
        return number.hasError() && number.value() != 0
                ? String.format(Locale.ROOT, "±%.2g %%", 100 * Math.abs(number.error() / number.value()))
                : "?";
    }

    /** The parts of an answer's subject that the question did not name. */
    private static String subject(Question question, Answer answer) {
        List<String> words = new ArrayList<>();
        answer.fact().about().forEach((name, value) -> {
            boolean told = value.equals(question.given().get(name));
            if (!told && !value.isEmpty() && !name.equals(Name.BUILD.text())) {
                words.add(name + "=" + value);
            }
        });
        return String.join(" ", words);
    }
}
