package dev.sluice.cli;

import dev.sluice.cli.config.ConfigPlaces;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

/** A command that was executed in this process, and what it printed. */
public record Executed(int code, String out, String err) {
    /** Runs a command without any configuration. */
    public static Executed sluice(String... arguments) {
        Path nowhere = Path.of("/nowhere");
        return sluice(new ConfigPlaces(Map.of(), nowhere, nowhere), arguments);
    }

    public static Executed sluice(ConfigPlaces places, String... arguments) {
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
        return new Executed(code, out.toString(), err.toString());
    }
}
