package dev.sluice.cli.predict;

import dev.sluice.api.Hosted;
import dev.sluice.cli.foresight.ForesightTerms;
import dev.sluice.cli.option.StandardOutput;
import dev.sluice.insight.predict.OtherLoad;
import dev.sluice.master.application.Applications;
import dev.sluice.model.simulate.SimulationTerms;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Predicts how long a run will take, by executing a few of its units. */
@Command(
        name = "predict",
        mixinStandardHelpOptions = true,
        description = {
            "Executes a few units of the first cycle here on one slot, estimates the others, and simulates the run. "
                    + "Calls 'accept' with their results, but neither 'endCycle' nor 'complete'.",
            "For commands: sluice predict each ./model {} ::: 1 2 3. Files that they write are written.",
            "To choose among hosts, take 'sluice plan'. To try machines or settings without the application, take "
                    + "'sluice simulate'."
        },
        exitCodeList = {
            "0:success",
            "1:the application failed, or no unit could be executed",
            "2:usage error, wrong input or wrong configuration",
            "4:out of memory or disk",
            "5:internal error in Sluice"
        })
final class PredictCommand implements Callable<Integer> {
    @Mixin
    private PredictOptions options;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PredictCommand() {}

    @Override
    public Integer call() throws Exception {
        Path jar = options.application.jar();
        if (jar == null) {
            throw new ParameterException(
                    spec.commandLine(), "APP: missing (expected: the application's jar, or a name such as mandelbrot)");
        }
        List<Path> jars = options.application.jars(jar);
        SweptOption swept = options.swept();
        if (swept != null) {
            return swept(swept, jars);
        }
        Hosted<?, ?, ?> application = application(jars, options.application.arguments);
        return predicted(options.request(), jars, options.application.arguments).run(application);
    }

    private Hosted<?, ?, ?> application(List<Path> jars, List<String> arguments) {
        Hosted<?, ?, ?> application = Applications.load(jars, options.application.className);
        Applications.parse(application, arguments);
        application.addFiles(options.files.files());
        return application;
    }

    private PredictedRun predicted(PredictionRequest request, List<Path> jars, List<String> arguments) {
        return new PredictedRun(
                request,
                ForesightTerms.usual(jars, SimulationTerms.DEFAULT, !options.noHistory),
                arguments,
                out(),
                spec.commandLine().getErr());
    }

    private PrintWriter out() {
        return StandardOutput.of(spec.commandLine().getOut(), options.json);
    }

    /** Loads the application anew for each value, because it may have a state. */
    private int swept(SweptOption option, List<Path> jars) throws IOException, InterruptedException {
        Applications.load(jars, options.application.className); // its classes are there, such as a policy
        PredictionRequest request = options.request().among(option.values().size());
        Sweep sweep = new Sweep(option, request.machines().words());
        OtherLoad load = OtherLoad.begin();
        sweep.run(
                options.application.arguments,
                request.machines().hosts().isEmpty(),
                arguments -> predicted(request, jars, arguments).foretell(application(jars, arguments)));
        load.sentence().ifPresent(spec.commandLine().getErr()::println);
        PrintWriter out = out();
        out.print(options.json ? sweep.json() + System.lineSeparator() : sweep.text());
        out.flush();
        return 0;
    }
}
