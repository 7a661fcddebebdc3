package dev.sluice.app.each;

import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.output.ContentKey;
import dev.sluice.app.each.output.FileHashes;
import dev.sluice.app.each.template.CommandTemplate;
import java.io.IOException;

/** Names commands by their contents, for the journal. Any thread. */
final class CommandKeys {
    /** The slot in which a command runs does not make it another one. */
    private static final int ANY_SLOT = 0;

    private final CommandTemplate template;
    private final FileHashes files;

    CommandKeys(CommandTemplate template, FileHashes files) {
        this.template = template;
        this.files = files;
    }

    synchronized ContentKey of(Input input) throws IOException {
        return ContentKey.of(template.expand(input, ANY_SLOT), input, files);
    }
}
