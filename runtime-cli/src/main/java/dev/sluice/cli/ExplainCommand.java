package dev.sluice.cli;

import dev.sluice.cli.option.TypedCommand;
import dev.sluice.model.EnumWords;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what an error code means and what to do about it. */
@Command(name = "explain", mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "CODE", description = "an error code, such as E302 (default: all codes)")
    private String code = "";

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    ExplainCommand() {}

    @Override
    public Integer call() {
        if (code.isEmpty()) {
            for (ErrorCode each : ErrorCode.values()) {
                print(each);
            }
            return 0;
        }
        print(find(code));
        return 0;
    }

    private static ErrorCode find(String text) {
        String digits = text.toUpperCase(Locale.ROOT).startsWith("E") ? text.substring(1) : text;
        Optional<ErrorCode> found =
                digits.matches("[0-9]{1,4}") ? ErrorCode.ofNumber(Integer.parseInt(digits)) : Optional.empty();
        return found.orElseThrow(() -> new SluiceException(
                ErrorCode.USAGE, "code: '" + text + "' (expected: a code such as E302; 'explain' alone lists them)"));
    }

    private void print(ErrorCode each) {
        spec.commandLine()
                .getOut()
                .printf(
                        "%-5s %-22s exit %d  %s%n",
                        each,
                        EnumWords.hyphened(each),
                        each.exitCode(),
                        TypedCommand.ofProcess().in(each.remedy()));
    }
}
