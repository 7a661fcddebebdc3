package dev.sluice.cli;

import dev.sluice.cli.config.OldNames;
import dev.sluice.cli.option.TypedCommand;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Nearest;
import dev.sluice.model.SluiceException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Unmatched;

/** Takes a command by the name that it had before commands were grouped, and says the new one. Executes nothing. */
@Command(hidden = true)
final class RenamedCommand implements Runnable {
    private final String old;

    @Unmatched
    private List<String> words = new ArrayList<>();

    private RenamedCommand(String old) {
        this.old = old;
    }

    @Override
    public void run() {
        throw answer(words);
    }

    /** The error about this name with these words after it. */
    SluiceException answer(List<String> words) {
        return answer(old, words);
    }

    private static SluiceException answer(String old, List<String> words) {
        String now = OldNames.words(old).orElseThrow();
        List<String> typed = new ArrayList<>(List.of(now.split(" ")));
        typed.addAll(words);
        return new SluiceException(
                ErrorCode.COMMAND_RENAMED,
                old + ": this command has a new name (expected: 'sluice " + now + "')",
                "Type: " + TypedCommand.ofProcess().line(typed.toArray(String[]::new)));
    }

    /** The error about {@code hosts FILE}, which lists hosts no more; any other error as it is. */
    static ParameterException orHosts(ParameterException error, List<String> words) {
        CommandLine command = error.getCommandLine();
        if (!(command.getCommand() instanceof CommandGroup)
                || !command.getCommandName().equals("hosts")) {
            return error;
        }
        List<String> after = words.subList(words.indexOf("hosts") + 1, words.size());
        boolean slip = !after.isEmpty()
                && Nearest.to(after.get(0), command.getSubcommands().keySet()).isPresent();
        return slip ? error : new ParameterException(command, error.getMessage(), answer("hosts", after));
    }

    /** Adds the old names to the commands. The name {@code hosts} has become that of a group. */
    static CommandLine add(CommandLine root) {
        for (String old : OldNames.all()) {
            if (!root.getSubcommands().containsKey(old)) {
                root.addSubcommand(old, new RenamedCommand(old));
            }
        }
        return root;
    }
}
