package dev.sluice.system;

import dev.sluice.master.journal.JournalLevel;
import dev.sluice.master.journal.JournalListener;
import dev.sluice.master.journal.JournalTerms;
import dev.sluice.master.journal.RealJournalFiles;
import dev.sluice.master.journal.RunJournal;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process that begins a journal in the directory of its argument and holds it until its standard input ends. */
final class JournalHolder {
    static final RunId RUN = new RunId("run-lock");
    static final JournalTerms TERMS = JournalTerms.of(RUN, JournalLevel.SYNC);

    static final JournalListener DEAF = new JournalListener() {
        @Override
        public void full(Path file, IOException cause) {}

        @Override
        public void spaceAgain(Path file) {}

        @Override
        public void failed(SluiceException failure) {}
    };

    private JournalHolder() {}

    public static void main(String[] args) throws IOException {
        try (RunJournal journal = RunJournal.create(RealJournalFiles.lock(Path.of(args[0])), TERMS, DEAF)) {
            System.out.write(("epoch " + journal.epoch() + "\n").getBytes(StandardCharsets.US_ASCII));
            System.out.flush();
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }
}
