package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.SluiceMaster;
import dev.sluice.cli.config.ConfigPlaces;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

/** A command of the master that was executed in this process, and what it printed. */
record InProcess(int code, String out, String err) {
    /** Executes the command with nothing configured. */
    static InProcess sluice(String... arguments) {
        Path nowhere = Path.of("/nowhere");
        return sluice(new ConfigPlaces(Map.of(), nowhere, nowhere), arguments);
    }

    /** Executes the command as these places configure it. */
    static InProcess sluice(ConfigPlaces places, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        int code;
        try {
            code = SluiceMaster.commandLine(places)
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true))
                    .execute(arguments);
        } finally { // a command leaves the application's class loader on the thread of its process
            Thread.currentThread().setContextClassLoader(before);
        }
        return new InProcess(code, out.toString(), err.toString());
    }

    /** Returns the object that was printed; fails if the exit code differs or the schema does not allow the object. */
    JsonNode json(int exitCode, String schema) {
        assertThat(code).as(err).isEqualTo(exitCode);
        return RunSchema.read(out, schema);
    }
}
