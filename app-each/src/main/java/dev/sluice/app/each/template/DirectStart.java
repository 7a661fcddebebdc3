package dev.sluice.app.each.template;

import java.util.List;
import java.util.Set;

/**
 * Tells which lines need no shell: a program and words that a shell would take as they are. Such a line starts one
 * process less.
 */
final class DirectStart {
    /** Words that a shell itself reads, or executes otherwise than the program of the same name. */
    private static final Set<String> OF_SHELL = Set.of(
            (". : [ [[ { } ! alias bg bind break builtin caller case cd command compgen complete continue coproc "
                            + "declare dirs disown do done echo elif else enable esac eval exec exit export fc fg fi "
                            + "for function getopts hash help history if in jobs kill let local logout mapfile popd "
                            + "printf pushd pwd read readarray readonly return select set shift shopt source suspend "
                            + "test then time times trap type typeset ulimit umask unalias unset until wait while")
                    .split(" "));

    private DirectStart() {}

    static boolean of(List<TemplateWord> words) {
        if (words.isEmpty() || !words.get(0).isLiteral()) {
            return false;
        }
        boolean plain = words.stream().flatMap(word -> word.pieces().stream()).allMatch(DirectStart::isPlain);
        String program = name(words.get(0));
        return plain && !OF_SHELL.contains(program) && program.indexOf('=') < 0 && !isFunction(program);
    }

    /** The text of a literal word. */
    static String name(TemplateWord word) {
        StringBuilder name = new StringBuilder();
        word.pieces().forEach(piece -> name.append(((TemplatePiece.Literal) piece).text()));
        return name.toString();
    }

    /** Tells whether Bash exported a function of this name to this process. */
    static boolean isFunction(String name) {
        return System.getenv("BASH_FUNC_" + name + "%%") != null;
    }

    private static boolean isPlain(TemplatePiece piece) {
        return !(piece instanceof TemplatePiece.Literal literal) || ShellQuote.isTakenAsIs(literal.text());
    }
}
