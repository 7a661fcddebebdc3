package dev.sluice.cli.option;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.UnitMix;
import dev.sluice.model.simulate.SizedWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what units of an imagined run need: {@code --needs}. */
public final class NeedsText {
    private static final String TRACE = "trace:";

    private NeedsText() {}

    /** Tells whether a text names a file with a line for each unit. */
    public static boolean isTrace(String text) {
        return text.startsWith(TRACE);
    }

    /**
     * Reads needs such as {@code 0.2@processors=4,memory=8G;0.1@licence=1}, of which others need one slot, or
     * {@code trace:FILE} with the needs of a unit in each line. Returns those of the first units; later ones repeat
     * them.
     */
    public static List<Amounts> needs(String text) {
        return isTrace(text) ? trace(text) : SizedWorkload.mixed(shares(text));
    }

    /** Reads the same as shares of kinds that take equally long. */
    public static UnitMix mix(String text) {
        Map<Amounts, Double> shares = isTrace(text) ? new LinkedHashMap<>() : shares(text);
        if (isTrace(text)) {
            List<Amounts> units = trace(text);
            units.forEach(each -> shares.merge(each, 1.0 / units.size(), Double::sum));
        }
        return UnitMix.of(shares.entrySet().stream()
                .map(each -> new UnitMix.Kind(each.getKey(), each.getValue(), 1))
                .toList());
    }

    private static List<Amounts> trace(String text) {
        return lines("--needs", text).stream()
                .map(line -> amounts(line, line.equals("-") ? "" : line))
                .toList();
    }

    private static Map<Amounts, Double> shares(String text) {
        Map<Amounts, Double> shares = new LinkedHashMap<>();
        double sum = 0;
        for (String each : text.split(";", -1)) {
            int at = each.indexOf('@');
            String share = at < 0 ? "1" : each.substring(0, at).strip();
            if (!share.matches("[01]|0?\\.[0-9]{1,12}|1\\.0{1,12}")) {
                throw wrongNeeds(text);
            }
            sum += Double.parseDouble(share);
            shares.merge(amounts(text, each.substring(at + 1)), Double.parseDouble(share), Double::sum);
        }
        if (sum > 1 + 1e-9) {
            throw wrongNeeds(text);
        }
        return shares;
    }

    private static Amounts amounts(String text, String written) {
        try {
            return Amounts.ONE_SLOT.most(Amounts.parse(written.replaceAll("\\bcpus=", Amounts.PROCESSORS + "=")));
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, "--needs: " + text + ": " + wrong.getMessage(), wrong);
        }
    }

    private static SluiceException wrongNeeds(String text) {
        return new SluiceException(
                ErrorCode.USAGE,
                "--needs: " + text + " (expected: NEEDS of all units, SHARE@NEEDS;SHARE@NEEDS with shares up to 1, or"
                        + " trace:FILE; NEEDS such as processors=4,memory=8G)");
    }

    /** The lines of such a file that are neither empty nor comments. */
    public static List<String> lines(String option, String text) {
        Path file = Path.of(text.substring(TRACE.length()));
        try {
            List<String> lines = Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
            if (lines.isEmpty()) {
                throw new SluiceException(
                        ErrorCode.USAGE, option + ": " + file + " is empty (expected: a line for each unit)");
            }
            return lines;
        } catch (IOException unreadable) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, option + ": " + file + " (expected: a readable file)", unreadable);
        }
    }
}
