import dev.sluice.cli.SluiceMaster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;

/**
 * Executes commands of the revision on the class path, one after the other in one process. Each line of standard input
 * is one: the file of its output, and its words, between tabs. The file that is named as argument gets the exit codes.
 */
final class Typed {
    private Typed() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream codes = new PrintStream(arguments[0], StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split("\t");
            try (PrintStream out = new PrintStream(words[0], StandardCharsets.UTF_8)) {
                System.setOut(out);
                CommandLine command = SluiceMaster.commandLine().setOut(new PrintWriter(out, true));
                codes.println(command.execute(Arrays.copyOfRange(words, 1, words.length)));
            }
        }
        codes.close();
        System.exit(0); // whatever a command left running
    }
}
