package dev.sluice.master;

import dev.sluice.launch.LaunchException;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.NetException;
import dev.sluice.project.ProjectException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what ends a command into a sentence, its remedy and an exit code. */
final class Errors {
    private Errors() {}

    /** What a command threw. */
    static int report(Exception exception, CommandLine command) {
        ErrorCode code = codeOf(exception);
        boolean known = code != ErrorCode.INTERNAL;
        print(command, wantsJson(command), code, known ? String.valueOf(exception.getMessage()) : exception.toString());
        if (!known) {
            exception.printStackTrace(command.getErr());
        }
        return code.exitCode();
    }

    private static ErrorCode codeOf(Exception exception) {
        if (exception instanceof CommandException known) {
            return known.code();
        }
        if (exception instanceof LaunchException launch) {
            return launch.code();
        }
        if (exception instanceof ProjectException project) {
            return project.code();
        }
        return exception instanceof NetException net ? net.code() : ErrorCode.INTERNAL;
    }

    /** What was typed wrongly. */
    static int reportUsage(ParameterException exception, String[] arguments) {
        CommandLine command = exception.getCommandLine();
        String message = String.valueOf(exception.getMessage());
        print(command, asksForJson(arguments), ErrorCode.USAGE, message);
        PrintWriter err = command.getErr();
        if (exception instanceof UnmatchedArgumentException unmatched) {
            UnmatchedArgumentException.printSuggestions(unmatched, err);
            if ("run".equals(command.getCommandName())
                    && !Arrays.asList(arguments).contains("--")) {
                err.println("  options of the application follow after '--'");
            }
        }
        return ErrorCode.USAGE.exitCode();
    }

    private static void print(CommandLine command, boolean json, ErrorCode code, String message) {
        PrintWriter err = command.getErr();
        if (json) {
            command.getOut().println(Json.error(RunEnd.failed(code, message)));
        }
        err.println("sluice: " + code + " " + message);
        err.println("  " + code.remedy());
        err.flush();
    }

    /** What could not be parsed has no parsed options. */
    private static boolean asksForJson(String[] arguments) {
        List<String> all = Arrays.asList(arguments);
        int ofApplication = all.indexOf("--");
        return (ofApplication < 0 ? all : all.subList(0, ofApplication)).contains("--json");
    }

    private static boolean wantsJson(CommandLine command) {
        return command.getParseResult() != null && command.getParseResult().hasMatchedOption("--json");
    }
}
