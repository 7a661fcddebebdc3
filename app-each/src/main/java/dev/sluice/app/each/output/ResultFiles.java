package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.job.ReturnedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Writes the files of {@code --results DIR}: standard output, standard error and number of each input. */
final class ResultFiles implements ResultTarget {
    private static final List<String> OWN_NAMES = List.of("stdout", "stderr", "seq");

    private final String results;
    private final Path directory;
    private final List<String> sources;
    private final Expansion expansion;

    /** @param working the directory to which {@code results} is relative */
    ResultFiles(String results, Path working, List<String> sources, Expansion expansion) {
        this.results = results;
        this.directory = BytePath.resolve(working, OutputSettings.fixedDirectory(results));
        this.sources = List.copyOf(sources);
        this.expansion = expansion;
    }

    private boolean isTemplate() {
        return results.indexOf('{') >= 0;
    }

    @Override
    public void add(Input input, Outcome outcome) throws IOException {
        byte[] name = name(input, outcome.slot());
        boolean own = name[name.length - 1] == '/';
        write(append(name, own ? "stdout" : ""), outcome.standardOutput());
        write(append(name, own ? "stderr" : ".err"), outcome.standardError());
        byte[] number = Long.toString(input.number()).getBytes(StandardCharsets.US_ASCII);
        write(append(name, own ? "seq" : ".seq"), Blob.of(number));
    }

    @Override
    public boolean takesReturned(Input input, Outcome outcome) throws IOException {
        if (isTemplate()) {
            return false;
        }
        byte[] own = name(input, outcome.slot());
        for (ReturnedFile file : outcome.returned()) {
            String text = new String(file.name(), StandardCharsets.ISO_8859_1);
            if (OWN_NAMES.contains(text)) {
                throw new IOException("returned file: " + text + " (expected: another name with --results)");
            }
            ReturnedFiles.write(SafePath.below(directory.resolve(SafePath.of(directory, own)), file.name()), file);
        }
        return true;
    }

    /** Returns the name below the directory; with a slash at its end, it is a directory. */
    private byte[] name(Input input, int slot) throws IOException {
        if (!isTemplate()) {
            return ResultNames.directory(sources, input);
        }
        byte[] whole = expansion.expand(results, input, slot);
        String fixed = OutputSettings.fixedDirectory(results);
        int from = ByteText.bytes(fixed).length;
        while (from > 0 && from < whole.length && whole[from] == '/') {
            from++;
        }
        byte[] name = Arrays.copyOfRange(whole, Math.min(from, whole.length), whole.length);
        if (name.length == 0) {
            throw new IOException("--results: " + results + " names no file for input " + input.number()
                    + " (expected: a name for each input)");
        }
        return name;
    }

    private void write(byte[] name, Blob content) throws IOException {
        Path file = SafePath.below(directory, name);
        try (OutputStream out = Files.newOutputStream(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
            Copying.copy(content, out);
        }
    }

    private static byte[] append(byte[] name, String end) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(name);
        all.writeBytes(end.getBytes(StandardCharsets.US_ASCII));
        return all.toByteArray();
    }

    @Override
    public void close() {
        // each file is closed when it is written
    }

    /** Names the directory of an input in GNU parallel's layout: name and value of each source in turn. */
    private static final class ResultNames {
        /** The longest name that file systems take [B]. */
        private static final int LONGEST = 255;

        private static final int HASH_BYTES = 8;

        private ResultNames() {}

        /**
         * Returns the directory with a slash at its end. An input without values gets its number, because all such
         * inputs would share a directory otherwise.
         *
         * @param sources names of the input sources: 1, 2…, or those of {@code --header}
         */
        static byte[] directory(List<String> sources, Input input) {
            ByteArrayOutputStream name = new ByteArrayOutputStream();
            List<byte[]> values = input.values();
            for (int index = 0; index < values.size(); index++) {
                String source = sources.isEmpty() ? Integer.toString(index + 1) : sources.get(index % sources.size());
                name.writeBytes(escape(ByteText.bytes(source)));
                name.write('/');
                name.writeBytes(escape(values.get(index)));
                name.write('/');
            }
            if (values.isEmpty()) {
                name.writeBytes((input.number() + "/").getBytes(StandardCharsets.US_ASCII));
            }
            return name.toByteArray();
        }

        /**
         * Makes a name of one directory. Backslash, slash, tab and NUL become {@code \\}, {@code \_}, {@code \t} and
         * {@code \0} as in GNU parallel. The values {@code .}, {@code ..} and the empty one become {@code \.},
         * {@code \..} and {@code \e}. The end of a longer name than file systems take becomes a hash.
         */
        static byte[] escape(byte[] value) {
            if (value.length == 0) {
                return ascii("\\e");
            }
            boolean dots =
                    (value.length == 1 && value[0] == '.') || (value.length == 2 && value[0] == '.' && value[1] == '.');
            ByteArrayOutputStream name = new ByteArrayOutputStream(value.length + 8);
            if (dots) {
                name.write('\\');
            }
            for (byte each : value) {
                switch (each) {
                    case '\\' -> name.writeBytes(ascii("\\\\"));
                    case '\t' -> name.writeBytes(ascii("\\t"));
                    case 0 -> name.writeBytes(ascii("\\0"));
                    case '/' -> name.writeBytes(ascii("\\_"));
                    default -> name.write(each);
                }
            }
            byte[] whole = name.toByteArray();
            return whole.length <= LONGEST ? whole : shortened(whole, value);
        }

        private static byte[] shortened(byte[] name, byte[] value) {
            byte[] hash = FileHashes.sha256().digest(value);
            byte[] end = ascii("\\~" + HexFormat.of().formatHex(hash, 0, HASH_BYTES));
            byte[] cut = Arrays.copyOf(name, LONGEST);
            System.arraycopy(end, 0, cut, LONGEST - end.length, end.length);
            return cut;
        }

        private static byte[] ascii(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }
}
