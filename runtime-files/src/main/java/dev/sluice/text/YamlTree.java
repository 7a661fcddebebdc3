package dev.sluice.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads YAML event by event, so that lines are known and nothing is expanded: aliases are refused, and with them files
 * that grow when they are read.
 */
public final class YamlTree {
    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

    /** An escape with too few digits, or with the number of no character. */
    private static final Pattern BAD_ESCAPE =
            Pattern.compile("\\\\(x(?!\\p{XDigit}{2})|u(?!\\p{XDigit}{4})|U(?!00(0\\p{XDigit}|10)\\p{XDigit}{4}))");

    private final Source source;
    private final Iterator<Event> events;

    private YamlTree(Source source, Iterator<Event> events) {
        this.source = source;
        this.events = events;
    }

    /** The one document; what is none is an error of the source. */
    public static Tree read(Source source, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(source.file())
                .setUseMarks(true)
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        try {
            return new YamlTree(source, new Parse(settings).parseString(text).iterator()).document();
        } catch (MarkedYamlEngineException wrong) {
            throw source.wrong(
                    line(wrong.getProblemMark()), "no YAML: " + wrong.getProblem(), source.what() + " in YAML");
        } catch (IllegalArgumentException wrong) { // the library does not check the digits
            throw source.wrong(
                    lineOfBadEscape(text), "no YAML: an escape of no character", "\\xNN, \\uNNNN or \\UNNNNNNNN");
        } catch (ReaderException wrong) {
            throw source.wrong(lineOfOddLetter(text), "no YAML: a character that cannot be printed", source.what());
        } catch (YamlEngineException wrong) {
            throw source.wrong(0, "no YAML: " + firstLine(wrong), source.what() + " in YAML");
        }
    }

    /** The line of the first escape that YAML does not allow; 0 if there is none. */
    private static int lineOfBadEscape(String text) {
        Matcher matcher = BAD_ESCAPE.matcher(text);
        return matcher.find()
                ? 1
                        + (int) text.chars()
                                .limit(matcher.start())
                                .filter(each -> each == '\n')
                                .count()
                : 0;
    }

    /** The line of the first character that YAML does not allow. */
    private static int lineOfOddLetter(String text) {
        int line = 1;
        for (int i = 0; i < text.length() && StreamReader.isPrintable(text.codePointAt(i)); ) {
            line += text.charAt(i) == '\n' ? 1 : 0;
            i += Character.charCount(text.codePointAt(i));
        }
        return line;
    }

    private static String firstLine(Exception wrong) {
        return String.valueOf(wrong.getMessage()).lines().findFirst().orElse("");
    }

    private Tree document() {
        Event event = next();
        while (event.getEventId() == Event.ID.StreamStart || event.getEventId() == Event.ID.Comment) {
            event = next();
        }
        if (event.getEventId() != Event.ID.DocumentStart) {
            throw source.wrong(0, "nothing in it", source.what());
        }
        Tree tree = tree(next(), 1);
        next();
        Event end = next();
        if (end.getEventId() != Event.ID.StreamEnd) {
            throw source.wrong(line(end), "a second document", "one");
        }
        return tree;
    }

    private Event next() {
        return events.next();
    }

    private Tree tree(Event event, int level) {
        int line = line(event);
        if (level > Tree.MOST_LEVELS) {
            throw source.wrong(line, "more than " + Tree.MOST_LEVELS + " levels", source.what());
        }
        if (event instanceof AliasEvent) {
            throw source.wrong(line, "an alias", "everything written out");
        }
        if (event instanceof ScalarEvent scalar) {
            boolean nothing = scalar.getScalarStyle() == ScalarStyle.PLAIN && NULLS.contains(scalar.getValue());
            return new Tree.Scalar(line, nothing ? null : scalar.getValue());
        }
        if (event instanceof SequenceStartEvent) {
            return items(line, level);
        }
        if (event instanceof MappingStartEvent) {
            return mapping(line, level);
        }
        throw source.wrong(line, "'" + event + "'", source.what() + " in YAML");
    }

    private Tree items(int line, int level) {
        List<Tree> items = new ArrayList<>();
        for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            items.add(tree(event, level + 1));
        }
        return new Tree.Items(line, items);
    }

    private Tree mapping(int line, int level) {
        List<Tree.Field> fields = new ArrayList<>(4);
        Set<String> keys = new HashSet<>();
        for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            if (!(event instanceof ScalarEvent key)) {
                throw source.wrong(line(event), "a key that is no word", "FIELD: VALUE");
            }
            if (!keys.add(key.getValue())) {
                throw source.wrong(line(event), key.getValue() + ": for the second time", "each field once");
            }
            fields.add(new Tree.Field(key.getValue(), line(key), tree(next(), level + 1)));
        }
        return new Tree.Mapping(line, fields);
    }

    private static int line(Event event) {
        return line(event.getStartMark());
    }

    private static int line(Optional<Mark> mark) {
        return mark.map(at -> at.getLine() + 1).orElse(0);
    }
}
