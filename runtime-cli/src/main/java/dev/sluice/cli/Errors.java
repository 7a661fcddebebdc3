package dev.sluice.cli;

import dev.sluice.cli.config.ConfigDefaults;
import dev.sluice.cli.config.ConfigException;
import dev.sluice.cli.config.Setting;
import dev.sluice.cli.option.GoneOptions;
import dev.sluice.cli.option.TypedCommand;
import dev.sluice.cli.run.RunJson;
import dev.sluice.master.RunEnd;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.guard.LoopFailure;
import dev.sluice.net.guard.LoopGuard;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.rules.Text;
import dev.sluice.worker.command.UnknownWord;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Turns what ends a command into a sentence, its remedy and an exit code. */
final class Errors {
    private static final Pattern OPTION = Pattern.compile("^--[a-z][a-z-]*(?=( [a-z-]+)?:)");

    private Errors() {}

    /** Reports an exception of a command. */
    static int report(Exception exception, CommandLine command) {
        ErrorCode code = exception instanceof SluiceException known
                ? known.code()
                : FileTrouble.of(exception).orElse(ErrorCode.INTERNAL);
        boolean understood = code != ErrorCode.INTERNAL;
        String told = exception instanceof SluiceException
                ? String.valueOf(exception.getMessage())
                : FileTrouble.words(exception);
        String message = understood ? configured(command, told) : told;
        if (code == ErrorCode.USAGE && !message.equals(told)) {
            code = ErrorCode.CONFIG_INVALID;
        }
        String remedy =
                exception instanceof SluiceException known && known.code() == code ? known.remedy() : code.remedy();
        print(command, wantsJson(command), RunEnd.failed(code, message), remedy);
        if (!understood) {
            StringWriter stack = new StringWriter();
            exception.printStackTrace(new PrintWriter(stack, true));
            command.getErr().print(printable(stack.toString()));
            command.getErr().flush();
        }
        int own = command.getCommandSpec().exitCodeOnExecutionException();
        return own == ExitCode.SOFTWARE ? code.exitCode() : own;
    }

    /** Reports that memory, threads or files are exhausted, when all that the command had opened is closed. */
    static int report(Error refused) {
        LoopFailure why = LoopGuard.failure(refused);
        if (why.code() == ErrorCode.INTERNAL) {
            refused.printStackTrace();
        }
        System.err.println("sluice: " + why.code() + " " + why.text());
        System.err.println("  " + why.code().remedy());
        return why.code().exitCode();
    }

    /** Reports a usage or configuration error. */
    static int reportUsage(ParameterException wrong, String[] arguments) {
        List<String> words = TypedWords.ofSluice(arguments);
        ParameterException exception = RenamedCommand.orHosts(wrong, words);
        CommandLine command = exception.getCommandLine();
        Optional<Setting> setting = ConfigDefaults.of(command)
                .flatMap(defaults -> defaults.setting(exception.getArgSpec()))
                .filter(set -> exception.getValue() != null && set.value().contains(exception.getValue()));
        boolean configured = setting.isPresent() || exception.getCause() instanceof ConfigException;
        Optional<String> unknown = configured ? Optional.empty() : UnknownWord.sentence(exception, words);
        String message = unknown.orElseGet(
                () -> setting.map(set -> set.place() + ": " + set.key() + ": ").orElse("") + exception.getMessage());
        ErrorCode code = configured ? ErrorCode.CONFIG_INVALID : ErrorCode.USAGE;
        String remedy = code.remedy();
        Optional<String> gone = (configured ? Optional.<String>empty() : UnknownWord.name(exception, words))
                .flatMap(option -> GoneOptions.way(command.getCommandName(), option)
                        .map(way -> option + ": gone (expected: " + way.typed() + ")"));
        if (gone.isPresent()) {
            code = ErrorCode.OPTION_GONE;
            remedy = code.remedy();
            message = gone.get();
        } else if (exception.getCause() instanceof SluiceException own) {
            code = own.code();
            remedy = own.remedy();
            String said = String.valueOf(own.getMessage());
            message = setting.isPresent() ? configured(command, said) : said;
        } else if (String.valueOf(exception.getMessage()).contains(InvalidPathException.class.getName())) {
            code = ErrorCode.PATH_UNUSABLE;
            remedy = code.remedy();
            message = message.replaceFirst("cannot convert .*" + InvalidPathException.class.getName() + ": ", "")
                            .replaceFirst("\\)$", "")
                    + " (expected: a path in characters of this locale)";
        }
        print(command, asksForJson(command, arguments), RunEnd.failed(code, message), remedy);
        PrintWriter err = command.getErr();
        if (unknown.isPresent()
                && gone.isEmpty()
                && "run".equals(command.getCommandName())
                && !Arrays.asList(arguments).contains("--")) {
            err.println("  options of the application follow after '--'");
        }
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static void print(CommandLine command, boolean json, RunEnd end, String remedy) {
        PrintWriter err = command.getErr();
        if (json) {
            command.getOut().println(RunJson.error(end, remedy));
        }
        TypedCommand typed = TypedCommand.ofProcess();
        err.println("sluice: " + end.code() + " " + printable(typed.in(end.text())));
        err.println("  " + printable(typed.in(remedy)));
        err.flush();
    }

    /** A message may repeat text of a file or a peer. */
    private static String printable(String text) {
        return TextWords.shown(Text.printableLines(text, text.length()));
    }

    /** A message about an option that was not typed names the place where it is configured. */
    private static String configured(CommandLine command, String message) {
        Matcher matcher = OPTION.matcher(message);
        if (!matcher.find()) {
            return message;
        }
        OptionSpec option = command.getCommandSpec().findOption(matcher.group());
        boolean typed = option == null
                || command.getParseResult() == null
                || command.getParseResult().hasMatchedOption(option);
        Optional<Setting> setting =
                typed ? Optional.empty() : ConfigDefaults.of(command).flatMap(defaults -> defaults.setting(option));
        return setting.map(set -> set.place() + ": " + set.key() + message.substring(matcher.end()))
                .orElse(message);
    }

    /** A command line that could not be parsed has no parsed options. */
    private static boolean asksForJson(CommandLine command, String[] arguments) {
        List<String> typed = TypedWords.ofSluice(arguments);
        return typed.contains("--json")
                || !typed.contains("--json=false")
                        && ConfigDefaults.of(command)
                                .flatMap(defaults -> defaults.setting(
                                        command.getCommandSpec().findOption("--json")))
                                .filter(set -> set.value().equalsIgnoreCase("true"))
                                .isPresent();
    }

    private static boolean wantsJson(CommandLine command) {
        OptionSpec json = command.getCommandSpec().findOption("--json");
        return command.getParseResult() != null && json != null && Boolean.TRUE.equals(json.getValue());
    }
}
