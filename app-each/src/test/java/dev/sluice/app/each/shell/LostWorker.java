package dev.sluice.app.each.shell;

/** A worker process that runs one command until it is killed. Its argument is a line for the shell. */
final class LostWorker {
    private LostWorker() {}

    public static void main(String[] args) throws Exception {
        try (CommandCrew crew = Commands.crewWithOwnDirectories()) {
            Commands.run(crew, Commands.line(args[0]));
        }
    }
}
