package dev.sluice.cli.option;

import dev.sluice.api.InputFile;
import dev.sluice.master.files.RunInputs;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Files that workers need. */
public final class FileOptions {
    private static final String UNPACK = ":unpack";
    private static final List<String> ENDINGS = List.of(".tar.gz", ".tgz", ".tar", ".zip");

    @Option(
            names = "--file",
            paramLabel = "PATH[:NAME][:unpack]",
            description =
                    "file that units read, sent once to each host; NAME: what the application calls it; unpack: a "
                            + "tar, tar.gz or zip; repeatable (docs/data.md)")
    private List<String> files = List.of();

    /**
     * The files, which can be read and have different names.
     *
     * @throws SluiceException if not
     */
    public List<InputFile> files() {
        List<InputFile> named = new ArrayList<>();
        files.forEach(text -> named.add(parse(text)));
        RunInputs.check(named);
        return named;
    }

    /** The bound of a cache as an option says; 0 for none [bytes]. */
    public static long bytes(String option, @Nullable String told) {
        if (told == null) {
            return 0;
        }
        long bytes = (long) Quantity.SPACE.of(option, told);
        if (bytes < 1) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + told + " (expected: a size of at least 1 byte, such as 10G)");
        }
        return bytes;
    }

    static InputFile parse(String text) {
        boolean unpack = text.endsWith(UNPACK);
        String rest = unpack ? text.substring(0, text.length() - UNPACK.length()) : text;
        int colon = Files.exists(Path.of(rest)) ? -1 : rest.lastIndexOf(':');
        Path path = Path.of(colon < 0 ? rest : rest.substring(0, colon));
        String name = colon < 0 ? usualName(path, unpack) : rest.substring(colon + 1);
        try {
            return new InputFile(name, path, unpack);
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, "--file: " + text + ": " + wrong.getMessage(), wrong);
        }
    }

    /** The file's own name; of an archive that is unpacked, without its ending. */
    private static String usualName(Path path, boolean unpack) {
        Path last = path.getFileName();
        String name = last == null ? "" : last.toString();
        if (unpack) {
            for (String ending : ENDINGS) {
                if (name.endsWith(ending) && name.length() > ending.length()) {
                    return name.substring(0, name.length() - ending.length());
                }
            }
        }
        return name;
    }
}
