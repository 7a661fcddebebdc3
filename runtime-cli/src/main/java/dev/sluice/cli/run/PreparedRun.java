package dev.sluice.cli.run;

import dev.sluice.api.Hosted;
import dev.sluice.cli.foresight.RunConclusion;
import dev.sluice.cli.launch.Survivors;
import dev.sluice.launch.Launcher;
import dev.sluice.master.files.Jars;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.RunId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run with workers before its application begins: all that is known from the command line. Nothing is started.
 *
 * @param runFile of the workers
 * @param embedded the workers in this process; null if there are none
 */
record PreparedRun(
        RunRequest request,
        Hosted<?, ?, ?> application,
        Output output,
        ClusterRun.Wishes wishes,
        RunId id,
        RunDirectory directory,
        Path runFile,
        @Nullable EmbeddedAccess embedded,
        Launchers launchers,
        SubMasterStarter subMasters,
        RunConclusion conclusion,
        Survivors survivors) {
    static PreparedRun of(RunRequest request, Hosted<?, ?, ?> application, Output output, ClusterRun.Wishes wishes) {
        RunId id = DurableRun.id(request);
        RunDirectory directory = DurableRun.directory(request, id);
        Path named = request.master().runFile();
        List<Launcher> starting = new ArrayList<>(request.workers().launchers(id, directory));
        EmbeddedAccess embedded = null;
        if (request.workers().embedded()) {
            embedded = new EmbeddedAccess(
                    id, request.workers().localSlots(), request.application().jars());
            starting.add(embedded);
        }
        RunConclusion conclusion = new RunConclusion(request.foresight(), application, output::say);
        return new PreparedRun(
                request,
                application,
                output,
                wishes,
                id,
                directory,
                named == null ? directory.runFile() : named,
                embedded,
                new Launchers(starting, output::say, conclusion.starts()),
                new SubMasterStarter(request.workers(), id, directory, output::say, output::ask),
                conclusion,
                new Survivors());
    }

    /** Opens the jars of the application, and serves them to the workers in this process. */
    Jars open() throws IOException {
        RunRequest.Application asked = request.application();
        Jars open = Jars.open(asked.jars(), application.className(), asked.arguments());
        if (embedded != null) {
            embedded.serve(open);
        }
        return open;
    }

    int expectedSlots() {
        return launchers.expectedSlots() + request.master().expectSlots();
    }

    /** Whether no other workers can join than those that are started here. */
    boolean isAlone() {
        return request.master().listen() == null;
    }

    /** The commands that do the same. */
    List<String> byHand() {
        return request.workers().embedded()
                ? DryRun.embedded(request)
                : DryRun.of(request, request.workers().launchers(id, directory), directory.path(), runFile);
    }
}
