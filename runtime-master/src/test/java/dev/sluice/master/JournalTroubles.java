package dev.sluice.master;

import dev.sluice.master.journal.JournalListener;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Notes the troubles of a journal. */
final class JournalTroubles implements JournalListener {
    private final List<String> all = new ArrayList<>();

    List<String> all() {
        return all;
    }

    boolean areAny() {
        return !all.isEmpty();
    }

    void add(String trouble) {
        all.add(trouble);
    }

    @Override
    public void full(Path file, IOException cause) {
        all.add("full: " + cause);
    }

    @Override
    public void spaceAgain(Path file) {
        all.add("space");
    }

    @Override
    public void failed(SluiceException failure) {
        all.add("failed: " + failure);
    }
}
