package dev.sluice.cli.run;

import dev.sluice.cli.option.TypedCommand;
import dev.sluice.cli.process.SavedCommand;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunSettings;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.journal.JournalLevel;
import dev.sluice.master.journal.JournalListener;
import dev.sluice.master.journal.JournalTerms;
import dev.sluice.master.journal.RealJournalFiles;
import dev.sluice.master.journal.Recovered;
import dev.sluice.master.journal.RunJournal;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.Action;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.runfile.SavedIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a run outlast its master: its journal, and what another process needs to go on with it. Used by the run's
 * thread; the journal of a new run may be opened by another thread, with its first cycle.
 */
final class DurableRun implements AutoCloseable {
    private static final String LOCK = "lock";

    /** The journal has begun: its segments are there, and results may have been acknowledged. */
    private static final String BEGUN = "begun";

    /** Ends whose cause is the code of the application: the run would end so again. */
    private static final Set<ErrorCode> CODE = EnumSet.of(
            ErrorCode.UNITS_QUARANTINED,
            ErrorCode.APPLICATION_FAILED,
            ErrorCode.UNIT_EXITED,
            ErrorCode.INPUT_ENCODING,
            ErrorCode.RESULT_ENCODING,
            ErrorCode.CLASS_MISSING,
            ErrorCode.STATE_NOT_LOADED);

    private final Durability terms;
    private final RunDirectory directory;
    private final RunId id;
    private final Output output;
    private final boolean embedded;
    private final boolean ofPool;
    private final @Nullable SavedCommand before;
    private final @Nullable SavedIdentity earlier;
    private volatile @Nullable SavedIdentity identity;
    private volatile @Nullable SavedCommand command;
    /** Keeps other masters of a run that was known before away until the journal is opened; null then. */
    private volatile @Nullable RealJournalFiles claimed;

    private volatile Consumer<RunEnd> failed = end -> {};
    private JournalledRun journal = JournalledRun.NONE;
    private List<String> changes = List.of();
    private long epoch = 1;

    DurableRun(RunRequest request, RunDirectory directory, RunId id, Output output) {
        this.terms = request.durability();
        this.directory = directory;
        this.id = id;
        this.output = output;
        this.ofPool = request.master().id() != null;
        this.embedded = request.workers().embedded();
        this.before = terms.resumed() != null ? SavedCommand.read(directory.path()) : null;
        Path saved = identityFile();
        this.earlier = isResumed() && Files.exists(saved) ? SavedIdentity.read(saved) : null;
    }

    /** The id of the run that goes on, or of a new one. */
    static RunId id(RunRequest request) {
        Path resumed = request.durability().resumed();
        RunId told = request.master().id();
        if (resumed != null) {
            return SavedCommand.read(resumed).run();
        }
        return told != null ? told : RunDirectory.newId(request.application().jar());
    }

    /** The directory of the run that goes on, or of a new one. */
    static RunDirectory directory(RunRequest request, RunId id) {
        Path resumed = request.durability().resumed();
        return resumed == null ? request.master().directory(id) : new RunDirectory(resumed, id);
    }

    private Path identityFile() {
        return SavedCommand.journal(directory.path()).resolve("identity");
    }

    boolean isResumed() {
        return terms.goesOn();
    }

    /** The identity of the masters before this one; null in a new run, and if nobody could join them. */
    @Nullable
    SavedIdentity earlier() {
        return earlier;
    }

    /**
     * Makes the journal of the run. In a run that goes on, this reads what earlier masters left, and raises the epoch.
     *
     * @param info the application, whose jars and files have to be the same as before
     * @param ends ends the run, because its journal failed
     */
    JournalledRun begin(ApplicationInfo info, Consumer<RunEnd> ends) throws IOException {
        failed = ends;
        SavedCommand earlierCommand = before;
        if (earlierCommand != null) {
            changes = earlierCommand.changes(info);
            if (!terms.changed()) {
                earlierCommand.demand(info);
            }
        }
        command = earlierCommand != null ? earlierCommand.with(info) : SavedCommand.here(id, terms.words(), info);
        if (terms.anew()) {
            output.say(id + " starts anew: its journal had not begun, so nothing of it was acknowledged");
        }
        if (isResumed()) {
            journal = resume();
        } else if (terms.level() != JournalLevel.NONE) {
            journal = JournalledRun.begun(this::open, !embedded, failure -> ends.accept(end(failure)));
        } else if (!terms.words().isEmpty()) {
            SavedCommand.here(id, terms.words(), info).write(directory.path());
        }
        journal.keep(terms.worth());
        return journal;
    }

    private JournalledRun resume() throws IOException {
        RealJournalFiles files = RealJournalFiles.lock(SavedCommand.journal(directory.path()));
        Recovered recovered;
        try {
            recovered = Recovered.read(files, id);
        } catch (SluiceException e) {
            files.close();
            throw e;
        }
        recovered.warning().ifPresent(output::say);
        JournalLevel level = terms.level() == JournalLevel.NONE ? JournalLevel.OS : terms.level();
        RunJournal opened = RunJournal.append(recovered, JournalTerms.of(id, level), new Troubles());
        epoch = opened.epoch();
        long units = recovered.cycles().stream()
                .mapToLong(cycle -> cycle.known().size())
                .sum();
        output.say(id + " goes on: results of " + Plural.of(units, "unit") + " are in its journal");
        JournalledRun resumed = JournalledRun.resumed(opened, recovered, !embedded);
        if (!terms.changed()) {
            return resumed;
        }
        changes.forEach(change -> output.say(change + "; accepted results stay, as you vouch for them"));
        Objects.requireNonNull(command).write(directory.path());
        return resumed.vouched();
    }

    /** Changes since the run began, for which the user vouches. */
    List<String> changes() {
        return changes;
    }

    /**
     * Takes the lock of a run that starts anew, or whose pool chose the id, before the run begins. A pool that was
     * killed may have started another master of the run.
     *
     * @throws SluiceException JOURNAL_IN_USE if there is another master
     */
    void claim() throws IOException {
        if (terms.anew() || ofPool && !isResumed()) {
            claimed = RealJournalFiles.lock(SavedCommand.journal(directory.path()));
        }
    }

    private RunJournal open() throws IOException {
        RealJournalFiles mine = claimed;
        RealJournalFiles files = mine != null ? mine : RealJournalFiles.lock(SavedCommand.journal(directory.path()));
        claimed = null;
        try {
            files.delete(
                    files.list().stream().filter(name -> !name.equals(LOCK)).toList()); // of a run before this one
            SavedIdentity known = identity;
            if (known != null) {
                known.write(identityFile());
            }
            SavedCommand typed = command;
            if (typed != null) {
                typed.write(directory.path());
            }
        } catch (IOException | SluiceException e) {
            files.close();
            throw e;
        }
        RunJournal begun = RunJournal.create(files, JournalTerms.of(id, terms.level()), new Troubles());
        Files.write(SavedCommand.journal(directory.path()).resolve(BEGUN), new byte[0]);
        return begun;
    }

    /**
     * Tells whether a run may start anew, because its journal has not begun.
     *
     * @throws SluiceException RESULTS_LOST if it had
     */
    static boolean isUnbegun(Path run) {
        Path journal = SavedCommand.journal(run);
        if (Recovered.hasBegun(RealJournalFiles.read(journal))) {
            return false;
        }
        if (Files.exists(journal.resolve(BEGUN))) {
            throw new SluiceException(
                    ErrorCode.RESULTS_LOST,
                    "journal: " + journal + " had begun and has no segments any more, so that acknowledged results are"
                            + " lost (expected: 0000000001.log or a later segment)");
        }
        return true;
    }

    /** How workers treat the loss of this master. Called after {@link #begin}. */
    RunSettings.Takeover takeover() {
        return new RunSettings.Takeover(epoch, journal.isOn() ? terms.orphanNanos() : 0);
    }

    /**
     * The master listens with this identity, and no worker knows it yet. A journal that may be needed after a power
     * failure is opened now: workers keep results of this run from here on. Others are opened while workers start.
     */
    void listens(SavedIdentity own) {
        identity = own;
        if (isResumed()) {
            own.write(identityFile());
        } else if (journal.isOn() && terms.level() == JournalLevel.SYNC) {
            journal.open();
        } else {
            journal.openSoon();
        }
    }

    /**
     * Deletes the journal of a complete run, and of one that was refused; that of another stays.
     *
     * @param failed a unit that failed wherever it was tried; null if there is none
     */
    void finish(RunEnd end, Action.@Nullable Quarantine failed) {
        if (isRefused(end)) {
            journal.delete();
            deleteRest();
            return;
        }
        if (end.outcome() != RunEnd.Outcome.COMPLETE) {
            journal.close();
            advise(end, failed);
            return;
        }
        journal.add(new JournalEntry.RunEnded(end.outcome().name()));
        try {
            journal.delete();
        } catch (SluiceException unwritable) { // the run is complete: nobody needs its journal
            output.say("the journal is not deleted: " + unwritable.getMessage());
        }
        deleteRest();
    }

    /** Names the command that leads on; where the code is the cause, it has to be mended before. */
    private void advise(RunEnd end, Action.@Nullable Quarantine failed) {
        TypedCommand typed = TypedCommand.ofProcess();
        boolean code = CODE.contains(end.code());
        SavedCommand saved = command;
        if (code && failed != null && saved != null && saved.words().contains("run")) {
            output.advise("to repeat unit " + failed.unit() + ": "
                    + typed.line(saved.alone(failed.cycle(), failed.unit()).toArray(String[]::new)));
        }
        if (journal.isOn() && SavedCommand.isIn(directory.path())) {
            output.advise(
                    code
                            ? "after the code is mended: " + typed.line("resume", "--changed", id.text())
                            : "to go on: " + typed.line("resume", id.text()));
        }
    }

    /**
     * Tells whether the application refused its arguments before its first cycle. Nothing was computed, and a resumed
     * run would have the same arguments.
     */
    private boolean isRefused(RunEnd end) {
        return end.code() == ErrorCode.APPLICATION_ARGUMENTS && !isResumed() && journal.position() == 0;
    }

    private void deleteRest() {
        Path path = SavedCommand.journal(directory.path());
        try {
            for (String name : List.of("identity", "command.json", BEGUN, LOCK)) {
                Files.deleteIfExists(path.resolve(name));
            }
            Files.deleteIfExists(path);
        } catch (IOException e) {
            output.say("the journal is not deleted: " + FileTrouble.named(e));
        }
    }

    @Override
    public void close() {
        journal.close();
        RealJournalFiles unused = claimed;
        if (unused != null) {
            unused.close();
        }
    }

    private static RunEnd end(SluiceException failure) {
        return RunEnd.failed(failure.code(), String.valueOf(failure.getMessage()), failure);
    }

    /** Tells the user of troubles with the disk. */
    private final class Troubles implements JournalListener {
        @Override
        public void full(Path file, IOException cause) {
            output.say("the disk is full: " + file + ": " + cause.getMessage()
                    + "; results wait until there is space, and the run goes on then");
        }

        @Override
        public void spaceAgain(Path file) {
            output.say("the disk has space again: the run goes on");
        }

        @Override
        public void failed(SluiceException failure) {
            failed.accept(end(failure));
        }
    }
}
