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
 * The steps of {@code deploy/hosts/steps}, as they are sent to a host: the values of their variables, what they share,
 * then one or more of them. No secret is ever in such a text.
 */
public final class Steps {
    /** Behind this in a line is what a step says to its launcher. */
    public static final String SAYS = "sluice: ";

    /** How a command of {@code sluice-master.jar} says why it failed, which is for people. */
    private static final Pattern ERROR = Pattern.compile(SAYS + "E[0-9]{3} .*", Pattern.DOTALL);

    private Steps() {}

    /** Whether a line is what a step says to its launcher. */
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
     * The command for ssh that reads such a text from its standard input and becomes it, whatever shell the account
     * has. The text is read byte by byte, so that what follows is left for the steps.
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
