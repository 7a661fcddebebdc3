package dev.sluice.app.each.template;

import static java.util.stream.Collectors.joining;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds replacement strings. All texts are byte strings: one char for each byte (ISO 8859-1). */
final class TemplateParser {
    private static final Pattern POSITION = Pattern.compile("-?[0-9]{1,6}");
    private static final Pattern PERL = Pattern.compile("\\{=.*?=\\}", Pattern.DOTALL);

    private static final Pattern NAME = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_-]*)(?:/|//|\\.|/\\.)?\\}");
    private static final Set<String> AWK = Set.of("print", "next", "exit", "getline", "nextfile", "delete");

    private final List<String> names;
    private final String placeholder;
    private final boolean shell;

    /** @param shell whether braces behind a dollar sign belong to the shell */
    TemplateParser(CommandTerms terms, boolean shell) {
        this(strings(terms.names()), string(terms.placeholder()), shell);
    }

    private TemplateParser(List<String> names, String placeholder, boolean shell) {
        this.names = names;
        this.placeholder = placeholder;
        this.shell = shell;
    }

    static String string(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static List<String> strings(List<byte[]> texts) {
        return texts.stream().map(TemplateParser::string).toList();
    }

    /** Parses a template; adjacent literals are one. */
    List<TemplatePiece> parse(String text) {
        Matcher perl = PERL.matcher(text);
        if (perl.find()) {
            throw new TemplateException(
                    perl.group() + ": a Perl expression",
                    "one of {} {.} {/} {//} {/.} {#} {%} {1} {name}; let the shell change a value: "
                            + "'v={}; echo \"${v%.gz}\"'");
        }
        List<TemplatePiece> pieces = new ArrayList<>();
        int literal = 0;
        int at = 0;
        while (at < text.length()) {
            int length = 0;
            Optional<TemplatePiece> found = Optional.empty();
            if (text.startsWith(placeholder, at)) {
                length = placeholder.length();
                found = Optional.of(new TemplatePiece.Field(TemplatePiece.ALL, Modifier.WHOLE, at));
            } else if (text.charAt(at) == '{') {
                int end = text.indexOf('}', at);
                found = end < 0 ? Optional.empty() : inBraces(text.substring(at + 1, end), at, text);
                length = end + 1 - at;
            }
            if (found.isEmpty()) {
                requireKnown(text.substring(at, Math.max(at, at + length)), at, text);
                at++;
                continue;
            }
            addLiteral(pieces, text.substring(literal, at));
            pieces.add(found.get());
            at += length;
            literal = at;
        }
        addLiteral(pieces, text.substring(literal));
        return pieces;
    }

    /** Refuses braces around a name that no value has; programs of awk are no names. */
    private void requireKnown(String braces, int at, String text) {
        Matcher name = NAME.matcher(braces);
        boolean ofShell = at > 0 && text.charAt(at - 1) == '$';
        if (names.isEmpty() || ofShell || !placeholder.equals("{}") || !name.matches() || AWK.contains(name.group(1))) {
            return;
        }
        throw new TemplateException(
                braces + ": no value has this name",
                "one of "
                        + names.stream()
                                .filter(each -> !each.isEmpty())
                                .map(each -> "{" + each + "}")
                                .collect(joining(", "))
                        + "; with -I TEXT, braces stay as they are");
    }

    private static void addLiteral(List<TemplatePiece> pieces, String text) {
        if (!text.isEmpty()) {
            pieces.add(new TemplatePiece.Literal(text));
        }
    }

    private Optional<TemplatePiece> inBraces(String content, int start, String text) {
        boolean ofShell = shell && start > 0 && text.charAt(start - 1) == '$';
        if (content.equals("#") || content.equals("%")) {
            return ofShell
                    ? Optional.empty()
                    : Optional.of(content.equals("#") ? new TemplatePiece.Number() : new TemplatePiece.Slot());
        }
        for (Modifier modifier : Modifier.values()) {
            if (content.endsWith(modifier.suffix())) {
                String what = content.substring(
                        0, content.length() - modifier.suffix().length());
                Optional<Integer> position = position(what);
                boolean plain = position.isPresent() && position.get() == TemplatePiece.ALL && !what.equals("0");
                boolean custom = modifier == Modifier.WHOLE && (plain || isOther(what));
                if (position.isPresent() && !custom && (plain || !ofShell)) {
                    return Optional.of(new TemplatePiece.Field(position.get(), modifier, start));
                }
            }
        }
        return Optional.empty();
    }

    /** Tells whether another placeholder than {} leaves these braces alone, as GNU parallel does. */
    private boolean isOther(String what) {
        return !placeholder.equals("{}") && !names.contains(what);
    }

    private Optional<Integer> position(String what) {
        if (what.isEmpty()) {
            return Optional.of(TemplatePiece.ALL);
        }
        if (names.contains(what)) {
            return Optional.of(names.indexOf(what) + 1);
        }
        return POSITION.matcher(what).matches() ? Optional.of(Integer.parseInt(what)) : Optional.empty();
    }
}
