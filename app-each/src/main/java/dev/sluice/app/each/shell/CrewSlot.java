package dev.sluice.app.each.shell;

import dev.sluice.api.Blob;
import dev.sluice.api.language.ProcessMemory;
import dev.sluice.api.unit.MemoryShares;
import dev.sluice.api.unit.Printout;
import dev.sluice.app.each.job.Command;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.job.ReturnedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place for one command at a time, with a number that no other running command of this process has. Confined to the
 * thread that took it, until that thread closes it.
 */
public final class CrewSlot implements AutoCloseable {
    /** More than a shell says at once [bytes]. */
    private static final int MOST_BYTES = 4_096;

    private static final byte[] NONE = {};
    private static final long OWN_PID = ProcessHandle.current().pid();

    private final CommandCrew crew;
    private final int number;
    private final SlotFiles files;
    private final SlotShell shell;

    /** NAME=VALUE each, the same for all commands of the slot. */
    private final List<String> resources;

    private long seed;

    CrewSlot(CommandCrew crew, int number, SlotFiles files, SlotShell shell) {
        this.crew = crew;
        this.number = number;
        this.files = files;
        this.shell = shell;
        this.resources = crew.config().resources().variables(number, System.getenv());
    }

    /** Number of the slot, from 1. */
    public int number() {
        return number;
    }

    /** The output of the next command, as long as it has one try. */
    public Printout printout(int cycle, long index) {
        return new LiveFiles(cycle, index, files.output(), files.error());
    }

    /** Sets the seed that the next command finds in its environment. */
    public void seed(long next) {
        seed = next;
    }

    SlotShell shell() {
        return shell;
    }

    /**
     * Runs a command until it has ended, at most {@link CommandLimits#tries} times until it succeeds. A command that
     * fails, cannot be started or exceeds a limit has an outcome; its standard error says why.
     *
     * <p>The outcome's blobs may name open files: encode the outcome in the unit that made it.
     *
     * @param sequence number of the input
     * @param shown the command as logs show it
     * @throws IOException if this machine, not the command, is the cause, such as a full disk
     * @throws InterruptedException if the result is no longer wanted; the command has then been ended
     */
    public Outcome run(long sequence, Command command, byte[] shown, CommandLimits limits)
            throws IOException, InterruptedException {
        Optional<String> offence = CommandText.offence(command);
        if (offence.isPresent()) {
            files.complain(offence.get());
            return outcome(shown, new CommandTry(ExitStatus.REFUSED, false, now(), 0, 0, false), 1, List.of(), NONE);
        }
        try {
            CommandLimits now = limits;
            for (int started = 1, tries = 1; ; started++) {
                CommandTry last = tryInMemory(sequence, command, started, now);
                CommandLimits more = now.grown(last, ProcessMemory::hostBytes);
                if (more == null && !now.tryAgain(last, tries)) {
                    files.requireRoom();
                    return finish(command, shown, last, started);
                }
                tries += more == null ? 1 : 0;
                now = more == null ? now : more;
                files.discard();
            }
        } catch (InterruptedException e) {
            discard();
            throw e;
        } catch (IOException e) {
            IOException reported = files.explained(e);
            discard();
            throw reported;
        }
    }

    private void discard() throws IOException {
        files.discard();
        files.removeWork();
    }

    /** Tries the command, with more memory as long as it is ended for its memory and this host has more. */
    private CommandTry tryInMemory(long sequence, Command command, int tries, CommandLimits limits)
            throws IOException, InterruptedException {
        MemoryShares shares = MemoryShares.here().orElse(null);
        if (shares == null) {
            return tryOnce(sequence, command, tries, limits, null);
        }
        for (long own = 0; ; ) {
            MemoryShares.Share share = shares.begin(own, this::stopForMemory);
            @Nullable CommandTry last = null;
            try {
                last = tryOnce(sequence, command, tries, limits, share);
            } finally {
                own = share.end(last == null ? 0 : last.peakBytes(), last != null && last.outOfMemory());
            }
            if (!last.outOfMemory()) {
                return last;
            }
            if (own == 0) {
                throw new IOException(Outcome.OUT_OF_MEMORY + ProcessMemory.amount(last.peakBytes())
                        + ", and this host has no more for it (expected: a host with more memory)");
            }
            files.discard();
        }
    }

    private void stopForMemory() {
        HelperShell helper = shell.helper();
        if (helper != null) {
            helper.add(HelperShell.TOO_MUCH_MEMORY);
        }
    }

    private CommandTry tryOnce(
            long sequence, Command command, int tries, CommandLimits limits, MemoryShares.@Nullable Share share)
            throws IOException, InterruptedException {
        files.begin();
        Path input = files.input(command.standardInput());
        Path work = crew.config().directory() instanceof WorkingDirectory.Own own ? files.makeWork(own) : null;
        List<String> variables = new ArrayList<>(List.of(
                "SLUICE_SEQ=" + sequence,
                "SLUICE_SLOT=" + number,
                "SLUICE_TRY=" + tries,
                "SLUICE_SEED=" + seed,
                "PARALLEL_SEQ=" + sequence,
                "PARALLEL_JOBSLOT=" + number,
                "PARALLEL_PID=" + OWN_PID));
        List<String> mark = List.copyOf(variables);
        variables.addAll(resources);
        String request = crew.text().request(command, variables, input, files, work);
        long startedMicros = now();
        return shell.run(request, mark, limits, share, startedMicros);
    }

    private Outcome finish(Command command, byte[] shown, CommandTry last, int tries) throws IOException {
        CommandTry result = last;
        List<ReturnedFile> returned = List.of();
        byte[] left = NONE;
        try {
            ReturnedFiles all = new ReturnedFiles(directory(), last.succeeded());
            all.take(command.returned(), true);
            all.take(command.returnedIfThere(), false);
            returned = all.files();
            left = last.succeeded() && crew.config().directory() instanceof WorkingDirectory.Own ? all.left() : NONE;
        } catch (ReturnedFiles.RefusedFileException e) {
            files.complain(String.valueOf(e.getMessage()));
            result = last.succeeded() ? last.refused() : last;
        }
        int exitCode = last.status().exitCode();
        if (!command.shell() && (exitCode == ExitStatus.NOT_EXECUTABLE || exitCode == ExitStatus.NOT_FOUND)) {
            String program = ShellText.text(command.words().get(0));
            simplifyRefusal(files.error(), crew.helperShell(), program);
        }
        files.removeWork();
        return outcome(shown, result, tries, returned, left);
    }

    private Path directory() {
        @Nullable Path given = crew.directory();
        return crew.config().directory() instanceof WorkingDirectory.Own
                ? files.work()
                : given == null ? Path.of("").toAbsolutePath() : given;
    }

    private Outcome outcome(byte[] shown, CommandTry last, int tries, List<ReturnedFile> returned, byte[] left)
            throws IOException {
        Blob output = files.take(files.output());
        Blob error = files.take(files.error());
        return new Outcome(
                shown,
                last.status().exitCode(),
                last.status().signal(),
                last.timedOut(),
                tries,
                crew.config().host(),
                number,
                last.startedMicros(),
                last.runMicros(),
                last.peakBytes(),
                last.outOfMemory(),
                output,
                error,
                returned,
                left);
    }

    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** Gives the slot back to its crew. */
    @Override
    public void close() {
        crew.giveBack(this);
    }

    /**
     * The output of a command while it runs, read from the files of its slot. A file that was opened in time is read to
     * its end although it has lost its name by then. A try that follows another has files of its own.
     */
    private static final class LiveFiles implements Printout {
        private final int cycle;
        private final long index;
        private final Path[] paths;
        private final @Nullable FileChannel[] channels = new FileChannel[2];

        LiveFiles(int cycle, long index, Path output, Path error) {
            this.cycle = cycle;
            this.index = index;
            this.paths = new Path[] {output, error};
        }

        @Override
        public int cycle() {
            return cycle;
        }

        @Override
        public long index() {
            return index;
        }

        @Override
        public synchronized Piece read(int stream, long offset, int most) {
            try {
                FileChannel channel = channels[stream - 1];
                if (channel == null) {
                    channel = FileChannel.open(paths[stream - 1]);
                    channels[stream - 1] = channel;
                }
                byte[] text = new byte[(int) Math.max(0, Math.min(most, channel.size() - offset))];
                int count = text.length == 0 ? 0 : channel.read(ByteBuffer.wrap(text), offset);
                return count == text.length ? new Piece(offset, text) : new Piece(offset, new byte[0]);
            } catch (IOException notYet) {
                return new Piece(offset, new byte[0]);
            }
        }

        @Override
        public synchronized void close() {
            for (FileChannel channel : channels) {
                try {
                    if (channel != null) {
                        channel.close();
                    }
                } catch (IOException unread) {
                    // it was only read
                }
            }
        }
    }

    /**
     * Rewrites the message that a program cannot be started: the shell counts the lines of all requests, which tells
     * the user nothing.
     *
     * @param program first word of the command
     */
    private static void simplifyRefusal(Path error, String shell, String program) throws IOException {
        if (error.toFile().length() > MOST_BYTES + program.length()) {
            return;
        }
        String said = Files.readString(error, StandardCharsets.ISO_8859_1);
        String name = Pattern.quote(program) + ": ";
        Pattern refusal =
                Pattern.compile("\\A(?:" + Pattern.quote(shell) + "|sh): (?:line )?(?:\\d+: )?(?:exec: )?" + name);
        Matcher matcher = refusal.matcher(said);
        if (matcher.find()) {
            String simple = "sh: " + program + ": " + said.substring(matcher.end());
            Files.writeString(error, simple, StandardCharsets.ISO_8859_1);
        }
    }
}
