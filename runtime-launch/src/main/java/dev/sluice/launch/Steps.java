package dev.sluice.launch;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The steps of {@code deploy/hosts/steps} as sent to a host: the values of their variables, the shared functions, then
 * one or more steps. Such a text never contains a secret.
 */
public final class Steps {
    /** Prefix of a line that a step prints for its launcher. */
    public static final String SAYS = "sluice: ";

    /** The error line of a command of {@code sluice-master.jar}, which is for people. */
    private static final Pattern ERROR = Pattern.compile(SAYS + "E[0-9]{3} .*", Pattern.DOTALL);

    private Steps() {}

    /** Tells whether a line is meant for the launcher. */
    public static boolean says(String line) {
        return line.startsWith(SAYS) && !ERROR.matcher(line).matches();
    }

    /** @param arguments the positional parameters of the steps */
    public static String text(Map<String, String> variables, List<String> arguments, String... steps) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(variables)
                .forEach((name, value) -> text.append(name)
                        .append('=')
                        .append(value.isEmpty() ? "" : Shell.quote(value))
                        .append('\n'));
        text.append("set -- ").append(Shell.command(arguments)).append('\n');
        text.append(resource("lib"));
        for (String step : steps) {
            text.append(resource(step));
        }
        return text.toString();
    }

    /**
     * The ssh command that reads such a text from its standard input and executes it, whatever shell the account has.
     * The shell reads byte by byte, so that later input is left for the steps.
     */
    public static String command(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        return "exec /bin/sh -c 'eval \"$(dd bs=1 count=" + bytes + " 2> /dev/null)\"' sluice";
    }

    private static String resource(String name) {
        try (InputStream in = Steps.class.getResourceAsStream("steps/" + name + ".sh")) {
            if (in == null) {
                throw new FileNotFoundException("steps/" + name + ".sh");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("this jar is not whole", e);
        }
    }
}
