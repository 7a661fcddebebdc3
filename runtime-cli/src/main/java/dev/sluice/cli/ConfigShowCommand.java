package dev.sluice.cli;

import dev.sluice.cli.config.ConfigDefaults;
import dev.sluice.cli.config.ConfigKeys;
import dev.sluice.cli.config.Configuration;
import dev.sluice.cli.config.Setting;
import dev.sluice.cli.config.Setting.Layer;
import dev.sluice.cli.option.Columns;
import dev.sluice.json.Json;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Nearest;
import dev.sluice.model.SluiceException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Says what each option is set to, and where. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice config show [--origin] [--json] [KEY | COMMAND [OPTIONS]]",
        description = {
            "A value comes from the command line, the environment "
                    + "(SLUICE_RUN_POLICY), sluice.yaml in the working directory or a parent, the user's "
                    + "sluice/config.yaml, or the default; in this order.",
            "Options after a COMMAND show what they would change."
        },
        exitCodeList = {"0:success", "2:usage error, or an unusable configuration", "5:internal error in Sluice"})
final class ConfigShowCommand implements Callable<Integer> {
    @Option(names = "--origin", description = "show where each option is set, and which files are read")
    private boolean origin;

    @Option(names = "--json", description = "print one JSON object (docs/config.schema.json)")
    private boolean json;

    @Parameters(
            arity = "0..*",
            paramLabel = "KEY|COMMAND [OPTIONS]",
            description = "one key (run.policy), or those of one command (run); default: all")
    private List<String> asked = List.of();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ConfigShowCommand() {}

    /** An option and what it is set to. */
    private record Shown(
            String key,
            @Nullable String value,
            Layer layer,
            @Nullable String place) {}

    @Override
    public Integer call() {
        ConfigDefaults defaults = ConfigDefaults.of(spec.commandLine())
                .orElseThrow(() -> new IllegalStateException("a command without configuration"));
        Configuration configuration = defaults.configuration();
        List<Shown> shown = shown(defaults.keys(), configuration);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(shown, configuration));
        } else {
            print(shown, configuration, out);
        }
        out.flush();
        return 0;
    }

    // ---- what is asked for

    private List<Shown> shown(ConfigKeys keys, Configuration configuration) {
        ParseResult typed = asked.size() < 2 ? null : parsed(asked);
        List<Shown> shown = new ArrayList<>();
        for (String key : keys(keys)) {
            OptionSpec option = keys.option(key);
            if (typed != null && typed.hasMatchedOption(option.longestName())) {
                String value = typed.matchedOption(option.longestName()).stringValues().stream()
                        .collect(Collectors.joining(option.splitRegex()));
                shown.add(new Shown(key, value.isEmpty() ? "true" : value, Layer.FLAG, option.longestName()));
                continue;
            }
            Optional<Setting> setting = configuration.setting(key);
            shown.add(setting.map(set -> new Shown(key, set.value(), set.layer(), set.place()))
                    .orElseGet(() -> new Shown(key, ConfigKeys.defaultOf(option), Layer.DEFAULT, null)));
        }
        return shown;
    }

    private Collection<String> keys(ConfigKeys keys) {
        if (asked.isEmpty()) {
            return keys.all();
        }
        String two = String.join("-", asked.subList(0, Math.min(2, asked.size())));
        String first = keys.commands().contains(two) ? two : asked.get(0);
        if (keys.all().contains(first) && asked.size() == 1) {
            return List.of(first);
        }
        if (keys.commands().contains(first)) {
            return keys.all().stream()
                    .filter(key -> key.startsWith(first + "."))
                    .toList();
        }
        Collection<String> known = first.indexOf('.') < 0 ? keys.commands() : keys.all();
        throw new SluiceException(
                ErrorCode.USAGE,
                "unknown key '" + first + "' (expected: a key such as run.policy, or one of "
                        + String.join(", ", keys.commands()) + Nearest.hint(first, known) + ")");
    }

    /** A command line that is read and not executed; nothing is missing in it. */
    private ParseResult parsed(List<String> command) {
        CommandLine line = SluiceMaster.unconfigured()
                .setOut(spec.commandLine().getOut())
                .setErr(spec.commandLine().getErr());
        collectErrors(line);
        ParseResult parsed = line.parseArgs(command.toArray(String[]::new)).subcommand();
        parsed = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
        for (Exception error : parsed.errors()) {
            if (error instanceof CommandLine.ParameterException wrong
                    && !(error instanceof CommandLine.MissingParameterException)) {
                throw wrong;
            }
        }
        return parsed;
    }

    private static void collectErrors(CommandLine line) {
        line.getCommandSpec().parser().collectErrors(true);
        line.getSubcommands().values().forEach(ConfigShowCommand::collectErrors);
    }

    // ---- what is printed

    private static String json(List<Shown> shown, Configuration configuration) {
        return Json.object(json -> {
            json.writeStringField("schema", "sluice-config-1");
            Json.objects(json, "files", configuration.files(), file -> {
                json.writeStringField("layer", Json.lower(file.layer()));
                json.writeStringField("path", file.path().toString());
                json.writeBooleanField("found", file.found());
            });
            Json.objects(json, "settings", shown, each -> {
                json.writeStringField("key", each.key());
                json.writeStringField("variable", ConfigKeys.variable(each.key()));
                if (each.value() != null) {
                    json.writeStringField("value", each.value());
                }
                json.writeStringField("layer", Json.lower(each.layer()));
                if (each.place() != null) {
                    json.writeStringField("place", each.place());
                }
            });
        });
    }

    private void print(List<Shown> shown, Configuration configuration, PrintWriter out) {
        List<List<String>> rows = new ArrayList<>();
        for (Shown each : shown) {
            String value = each.value() == null ? "-" : each.value();
            rows.add(origin ? List.of(each.key(), value, place(each)) : List.of(each.key(), value));
        }
        out.print(Columns.of(rows));
        if (origin) {
            out.println();
            for (Configuration.Place file : configuration.files()) {
                out.println(Json.lower(file.layer()) + " file: " + file.path() + (file.found() ? "" : " (not there)"));
            }
        }
    }

    private static String place(Shown each) {
        return each.place() == null ? "default" : each.place();
    }
}
