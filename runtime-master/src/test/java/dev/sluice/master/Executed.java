package dev.sluice.master;

import dev.sluice.config.ConfigPlaces;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

/** A command that was executed in this process, and what it printed. */
record Executed(int code, String out, String err) {
    /** With nothing configured. */
    static Executed sluice(String... arguments) {
        Path nowhere = Path.of("/nowhere");
        return sluice(new ConfigPlaces(Map.of(), nowhere, nowhere), arguments);
    }

    static Executed sluice(ConfigPlaces places, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = SluiceMaster.commandLine(places)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Executed(code, out.toString(), err.toString());
    }
}
