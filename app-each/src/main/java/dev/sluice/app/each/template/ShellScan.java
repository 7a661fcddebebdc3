package dev.sluice.app.each.template;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a line for a POSIX shell or Bash as far as quoting goes, and finds the place of each replacement string.
 * Refuses replacement strings where no quoting is safe. Confined to one thread; reads one line.
 */
final class ShellScan {
    private static final String EXPECTED = "outside of it, such as in a variable: v={}; … \"$v\"";

    /** An open construct. */
    private static final class Layer {
        final Syntax syntax;
        /** True if quotes hold more than one word. */
        boolean command;
        /** True if a word ends where it ends. */
        final boolean operator;

        Layer(Syntax syntax, boolean operator) {
            this.syntax = syntax;
            this.operator = operator;
        }
    }

    private enum Syntax {
        LINE('\0'),
        GROUP(')'),
        BACKTICKS('`'),
        DOUBLE('"'),
        SINGLE('\''),
        ANSI('\''),
        PARAMETER('}'),
        ARITHMETIC(')'),
        OLD_ARITHMETIC(']'),
        COMMENT('\n');

        final char end;

        Syntax(char end) {
            this.end = end;
        }

        /** True if words and commands are read here. */
        boolean reads() {
            return this == LINE || this == GROUP || this == BACKTICKS;
        }

        boolean quotes() {
            return this == SINGLE || this == ANSI || this == COMMENT;
        }
    }

    private final Deque<Layer> layers = new ArrayDeque<>();
    private final Map<TemplatePiece.Field, Runnable> late = new HashMap<>();
    private final Map<TemplatePiece.Field, ShellPlace> places = new HashMap<>();
    private final StringBuilder word = new StringBuilder();
    private boolean escaped;
    private boolean dollar;
    private boolean hereDocument;
    private boolean inHereDocument;
    /** Constructs that make the scan unsure of the text behind them. */
    private String unsure = "";

    private ShellScan() {
        layers.push(new Layer(Syntax.LINE, false));
    }

    /** Returns the place of each replacement string for values. */
    static Map<TemplatePiece.Field, ShellPlace> places(List<TemplatePiece> line) {
        ShellScan scan = new ShellScan();
        for (TemplatePiece piece : line) {
            if (piece instanceof TemplatePiece.Literal literal) {
                scan.literal(literal.text());
            } else {
                if (piece instanceof TemplatePiece.Field field) {
                    scan.field(field);
                }
                scan.escaped = false;
                scan.dollar = false;
                scan.word.append('x');
            }
        }
        scan.late.values().forEach(Runnable::run);
        return scan.places;
    }

    private void field(TemplatePiece.Field field) {
        Layer top = layers.element();
        if (escaped) {
            throw refused("behind a backslash");
        }
        if (dollar) {
            throw refused("behind a dollar sign");
        }
        if (inHereDocument) {
            throw refused("in a here-document");
        }
        if (!unsure.isEmpty()) {
            throw refused("behind " + unsure);
        }
        if (top.syntax == Syntax.ANSI) {
            throw refused("in $'…'");
        }
        for (Layer layer : layers) {
            if (layer.syntax == Syntax.PARAMETER) {
                throw refused("in ${…}");
            }
        }
        boolean backticks = backticks();
        late.put(field, () -> places.put(field, new ShellPlace(kind(top.syntax), top.command, backticks)));
    }

    private static TemplateException refused(String where) {
        return new TemplateException("a replacement string " + where, EXPECTED);
    }

    private boolean backticks() {
        List<Syntax> open = new ArrayList<>();
        layers.forEach(layer -> open.add(layer.syntax));
        int at = open.indexOf(Syntax.BACKTICKS);
        if (at < 0) {
            return false;
        }
        List<Syntax> outside = open.subList(at + 1, open.size());
        if (outside.contains(Syntax.BACKTICKS) || outside.contains(Syntax.DOUBLE)) {
            throw new TemplateException("a replacement string in nested quotes and backticks", "$(…) around it");
        }
        return true;
    }

    private static ShellPlace.Kind kind(Syntax syntax) {
        return switch (syntax) {
            case DOUBLE -> ShellPlace.Kind.DOUBLE;
            case SINGLE -> ShellPlace.Kind.SINGLE;
            case ARITHMETIC, OLD_ARITHMETIC -> ShellPlace.Kind.ARITHMETIC;
            case COMMENT -> ShellPlace.Kind.COMMENT;
            default -> ShellPlace.Kind.PLAIN;
        };
    }

    private void literal(String text) {
        for (int i = 0; i < text.length(); i++) {
            Layer top = layers.element();
            char at = text.charAt(i);
            if (escaped) {
                escaped = false;
                dollar = false;
                afterBackslash(top, at);
            } else if (top.syntax.quotes()) {
                quoted(top, at);
            } else {
                boolean afterDollar = dollar;
                dollar = at == '$';
                open(top, text, i, afterDollar);
            }
        }
    }

    private void afterBackslash(Layer top, char at) {
        if (at == '\'' && top.syntax == Syntax.ANSI) {
            unsure = "\\' in $'…'";
        }
        if (at != '\n') {
            word.append(at);
        }
    }

    private void quoted(Layer top, char at) {
        escaped = top.syntax == Syntax.ANSI && at == '\\';
        dollar = false;
        note(top, at);
        if (at == top.syntax.end) {
            layers.pop();
            if (at == '\n') {
                newLine();
            }
        }
    }

    private static void note(Layer quotes, char at) {
        quotes.command |= " \t\n;|&<>".indexOf(at) >= 0;
    }

    /** Reads a character where dollar signs and backslashes mean something. */
    private void open(Layer top, String text, int i, boolean afterDollar) {
        char at = text.charAt(i);
        if (at == '\\') {
            escaped = true;
        } else if (at == top.syntax.end && top.syntax != Syntax.LINE) {
            layers.pop();
            word.append(at);
            if (top.operator) {
                word.setLength(0);
            }
        } else if (at == '`') {
            layers.push(new Layer(Syntax.BACKTICKS, false));
            word.setLength(0);
        } else if (afterDollar && "({[".indexOf(at) >= 0) {
            substitution(text, i);
        } else if (top.syntax == Syntax.DOUBLE) {
            note(top, at);
        } else if (at == '"') {
            layers.push(new Layer(Syntax.DOUBLE, false));
            word.append(at);
        } else if (at == '\'' && quotesHere(top)) {
            layers.push(new Layer(afterDollar ? Syntax.ANSI : Syntax.SINGLE, false));
            word.append(at);
        } else if (at == '\'') {
            unsure = "a single quote in arithmetic or in ${…}";
        } else if (at == '(') {
            parenthesis(top, text, i);
        } else if (top.syntax.reads()) {
            command(text, i);
        }
    }

    private void substitution(String text, int i) {
        word.setLength(0);
        if (text.charAt(i) == '{') {
            layers.push(new Layer(Syntax.PARAMETER, false));
        } else if (text.charAt(i) == '[') {
            layers.push(new Layer(Syntax.OLD_ARITHMETIC, false));
        } else {
            layers.push(new Layer(text.startsWith("((", i) ? Syntax.ARITHMETIC : Syntax.GROUP, false));
        }
    }

    private void parenthesis(Layer top, String text, int i) {
        boolean arithmetic =
                top.syntax == Syntax.ARITHMETIC || top.syntax == Syntax.OLD_ARITHMETIC || text.startsWith("((", i);
        layers.push(new Layer(arithmetic ? Syntax.ARITHMETIC : Syntax.GROUP, true));
        word.setLength(0);
    }

    /** Single quotes do not quote in arithmetic, nor in a parameter between double quotes. */
    private boolean quotesHere(Layer top) {
        if (top.syntax == Syntax.ARITHMETIC || top.syntax == Syntax.OLD_ARITHMETIC) {
            return false;
        }
        return top.syntax != Syntax.PARAMETER || layers.stream().noneMatch(layer -> layer.syntax == Syntax.DOUBLE);
    }

    private void command(String text, int i) {
        char at = text.charAt(i);
        if (at == '#' && word.isEmpty()) {
            layers.push(new Layer(Syntax.COMMENT, false));
        } else if (text.startsWith("<<", i) && (i == 0 || text.charAt(i - 1) != '<') && !text.startsWith("<<<", i)) {
            hereDocument = true;
            word.setLength(0);
        } else if (" \t\n;|&<>".indexOf(at) >= 0) {
            boolean group = layers.stream().anyMatch(layer -> layer.syntax == Syntax.GROUP);
            if (group && word.toString().equals("case")) {
                unsure = "'case' in a command substitution";
            }
            word.setLength(0);
            if (at == '\n') {
                newLine();
            }
        } else {
            word.append(at);
        }
    }

    private void newLine() {
        inHereDocument |= hereDocument;
    }
}
