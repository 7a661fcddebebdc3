package dev.sluice.app.each.shell;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Configuration of a crew, the same for all its commands.
 *
 * @param host name of this host as outcomes show it
 * @param directory where commands run
 * @param shell program that runs a command line, called with {@code -c}
 * @param resources of each slot
 * @param nice added to the niceness of this process, for commands
 */
public record CrewConfig(String host, WorkingDirectory directory, String shell, SlotResources resources, int nice) {
    private static final String STANDARD_SHELL = "/bin/sh";

    /** Uses the shell that GNU parallel would use: $PARALLEL_SHELL, otherwise $SHELL, otherwise /bin/sh. */
    public static CrewConfig of(String host, WorkingDirectory directory, int nice) {
        return new CrewConfig(host, directory, shell(System.getenv()), SlotResources.NONE, nice);
    }

    /** The same with resources for each slot. */
    public CrewConfig with(SlotResources each) {
        return new CrewConfig(host, directory, shell, each, nice);
    }

    static String shell(Map<String, String> environment) {
        for (String name : new String[] {"PARALLEL_SHELL", "SHELL"}) {
            String shell = environment.getOrDefault(name, "");
            boolean runs =
                    !shell.endsWith("/nologin") && !shell.endsWith("/false"); // shells of users who must not log in
            if (runs && shell.startsWith("/") && Files.isExecutable(Path.of(shell))) {
                return shell;
            }
        }
        return STANDARD_SHELL;
    }
}
