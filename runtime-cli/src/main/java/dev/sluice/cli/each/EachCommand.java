package dev.sluice.cli.each;

import dev.sluice.api.ArgumentException;
import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.output.ClosedOutputException;
import dev.sluice.app.each.output.LoggedCommands;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.app.each.output.RefusedLogException;
import dev.sluice.app.each.template.CommandTemplate;
import dev.sluice.app.each.template.CommandTerms;
import dev.sluice.app.each.template.TemplateException;
import dev.sluice.cli.config.TypedOptions;
import dev.sluice.cli.each.input.InputReading;
import dev.sluice.cli.each.input.InputRequest;
import dev.sluice.cli.predict.PredictOptions;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** Runs a command for each input. */
@Command(
        name = "each",
        description = "Takes all cores of this machine, unless options name hosts for ssh, a Slurm cluster or a "
                + "pool. Inputs follow after ':::', or are the lines of standard "
                + "input (docs/commands.md).",
        exitCodeOnInvalidInput = EachCommand.OTHER_ERROR,
        exitCodeOnExecutionException = EachCommand.OTHER_ERROR,
        exitCodeList = {
            "0:all commands succeeded",
            "1..100:so many commands failed",
            "101:more than 100 commands failed",
            "124:stopped for --until or the end of its Slurm job; running commands were finished",
            "130:stopped by Ctrl-C",
            "141:nobody read the output any more",
            "143:stopped by SIGTERM; running commands were finished",
            "255:another error"
        })
public final class EachCommand implements Callable<Integer> {
    static final int OTHER_ERROR = 255;

    /** Inputs of files that are read before the first command starts. */
    private static final long AWAITED_INPUTS = 100_000;

    @Mixin
    private EachOptions options;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    EachCommand() {}

    /** The options whose values may be bytes that are no text: names of files, and texts beside such names. */
    private static final Set<String> BYTES = Set.of(
            "-a",
            "--each-line",
            "--from-json",
            "-d",
            "-C",
            "--header",
            "-E",
            "-I",
            "--recend",
            "--recstart",
            "--env",
            "--return",
            "--return-if-there",
            "--tagstring",
            "--joblog",
            "--results",
            "--output");

    /** Tells whether an option or the words of a command are taken as bytes; all others take text alone. */
    public static boolean takesBytes(CommandSpec command, ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? command.userObject() instanceof EachCommand
                        && Arrays.stream(option.names()).anyMatch(BYTES::contains)
                : command.userObject() instanceof EachCommand
                        || command.name().equals("logs") && TypedOptions.has(command, "--output");
    }

    /** Lets {@code predict each …} be {@code each --predict …}; other words stay as they are. */
    public static String[] predicted(String... words) {
        boolean asked = words.length >= 2 && words[0].equals("predict") && words[1].equals("each");
        return asked
                ? Stream.concat(Stream.of("each", "--predict"), Arrays.stream(words, 2, words.length))
                        .toArray(String[]::new)
                : words;
    }

    @Override
    public Integer call() throws Exception {
        Instant started = Instant.now();
        if (options.help.isAsked()) {
            options.help.print(spec);
            return 0;
        }
        if (options.predict && options.print.leavesOut()) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "predict each: --resume, --resume-failed or --retry-failed (expected: none of them, as a forecast"
                            + " counts all commands)");
        }
        options.concludeSlots(spec.commandLine().getErr());
        warnAboutVariable();
        options.cluster.prepareHistory();
        InputRequest request = options.input.request(
                options.words.stream().map(ByteText::bytes).toList(), options.slotsHere());
        checkStandardInput(request);
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try (InputReading reading = InputReading.open(request, standardInput(), temporary);
                InputSpool spool = new InputSpool(temporary)) {
            CommandTerms terms = request.terms(
                    reading.names(),
                    options.jobs.environment(),
                    options.jobs.returned(),
                    options.jobs.returnedIfThere());
            CommandTemplate template = CommandTemplate.of(terms);
            Path log = options.again();
            read(spool, log == null ? () -> reading.readAll(spool, template) : () -> readFailed(log, spool));
            if (options.dryRun) {
                return print(template, spool);
            }
            List<String> names = reading.names().stream().map(ByteText::text).toList();
            EachRun run = new EachRun(
                    options.terms(
                            terms, EachRun.application(shown(request), identity(request, spool, started)), typed()),
                    terms,
                    spool,
                    names);
            PrintWriter err = spec.commandLine().getErr();
            return options.predict
                    ? run.predict(PredictOptions.usual(), spec.commandLine().getOut(), err)
                    : run.run(err, started);
        } catch (ClosedOutputException closed) {
            return ClosedOutputException.EXIT_CODE;
        } catch (RefusedLogException refused) {
            throw Refusals.of(refused);
        } catch (TemplateException | ArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, String.valueOf(wrong.getMessage()), wrong);
        }
    }

    /**
     * Tells the inputs from others, so that forecasts and times are found for the same ones alone. Inputs that arrive
     * slowly, and those that an earlier run has left, are unlike all others.
     */
    private String identity(InputRequest request, InputSpool spool, Instant started) throws InterruptedException {
        long most = options.predict ? Long.MAX_VALUE : request.readsStream() ? -1 : AWAITED_INPUTS;
        return options.print.leavesOut()
                ? "left at " + started
                : spool.identity(most).orElse("arriving from " + started);
    }

    private List<String> typed() {
        return spec.root().commandLine().getParseResult().originalArgs();
    }

    private static String shown(InputRequest request) {
        return request.command().stream().map(ByteText::shown).collect(Collectors.joining(" "));
    }

    /** Reads inputs on a thread of its own, so that the first commands run while more inputs arrive. */
    private static void read(InputSpool spool, Runnable task) {
        Thread thread = new Thread(task, "sluice-inputs");
        thread.setUncaughtExceptionHandler((failed, defect) -> spool.fail(new IOException(defect.toString(), defect)));
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes the failed commands of a job log for inputs, each of which is a line for a shell. */
    private static void readFailed(Path log, InputSpool spool) {
        try {
            LoggedCommands.read(log, (number, success, command) -> {
                if (!success) {
                    spool.add(List.of(command));
                }
            });
            spool.publish();
            spool.complete();
        } catch (IOException unreadable) {
            spool.fail(unreadable);
        }
    }

    /** GNU parallel reads options from this variable. */
    private void warnAboutVariable() {
        if (!System.getenv().getOrDefault("PARALLEL", "").isBlank() && !options.print.quiet()) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("sluice: the options in $PARALLEL are not read; 'sluice config' keeps usual ones");
            err.flush();
        }
    }

    /** Whoever forgot the inputs waits for a prompt; the standard input of a submitted run is empty. */
    private void checkStandardInput(InputRequest request) {
        if (options.again() != null || !request.readsStandardInput()) {
            return;
        }
        if (options.cluster.isSubmitted()) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "standard input: empty in a submitted run (expected: inputs after ':::', or from a file: -a FILE)");
        }
        if (Files.isDirectory(Path.of(targetOfStandardInput()))) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, "standard input: a directory (expected: a file that can be read)");
        }
        if (isTerminal()) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("sluice: reading inputs from the terminal, one per line, until Ctrl-D; inputs can also follow "
                    + "after ':::', or come from a file (-a FILE)");
            err.flush();
        }
    }

    private static boolean isTerminal() {
        String target = targetOfStandardInput();
        return target.isEmpty()
                ? System.console() != null
                : target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    }

    /** Tells whether standard input is closed: Java has then opened a file of its own as descriptor 0. */
    private static InputStream standardInput() {
        boolean closed = targetOfStandardInput().startsWith(System.getProperty("java.home") + "/");
        return closed ? InputStream.nullInputStream() : System.in;
    }

    /** The file of descriptor 0; empty where the system does not say. */
    private static String targetOfStandardInput() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
        } catch (IOException | UnsupportedOperationException unknown) {
            return "";
        }
    }

    /** Prints the commands. Returns the exit code. */
    private static int print(CommandTemplate template, InputSpool spool) throws IOException, InterruptedException {
        OutputStream out = new BufferedOutputStream(OutputContext.standardOutput());
        long next = 0;
        while (true) {
            long there = spool.await(next);
            if (there == next) {
                out.flush();
                return 0;
            }
            for (; next < there; next++) {
                out.write(template.shown(spool.get(next), 1));
                out.write('\n');
            }
        }
    }
}
