package dev.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A page of the manual for one command, as troff with the macros of man(7). For one page. */
final class ManPage {
    private static final Pattern CHOICE = Pattern.compile("\\$\\{COMPLETION-CANDIDATES}");
    private static final Pattern USUAL = Pattern.compile("\\$\\{DEFAULT-VALUE}");

    private final CommandSpec command;
    private final String name;
    private final String version;
    private final StringBuilder text = new StringBuilder();

    ManPage(CommandSpec command, String name, String version) {
        this.command = command;
        this.name = name;
        this.version = version;
    }

    String text() {
        String[] description = command.usageMessage().description();
        line(".TH " + quoted(name.toUpperCase(Locale.ROOT)) + " 1 \"\" " + quoted(version) + " \"Sluice\"");
        section("NAME");
        line(escaped(name) + " \\- " + escaped(firstSentence(String.join(" ", description))));
        section("SYNOPSIS");
        line(".nf");
        synopsis().lines().forEach(each -> line(escaped(each)));
        line(".fi");
        section("DESCRIPTION");
        for (String paragraph : description) {
            line(".PP");
            line(escaped(paragraph));
        }
        parameters();
        options();
        commands();
        footer();
        exitStatus();
        seeAlso();
        return text.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void section(String title) {
        line(".SH " + quoted(title));
    }

    private void entry(String term, String description) {
        line(".TP");
        line("\\fB" + escaped(term) + "\\fR");
        line(escaped(description));
    }

    private static String firstSentence(String description) {
        int end = description.indexOf(". ");
        String sentence = end < 0 ? description : description.substring(0, end);
        return sentence.replaceFirst("[.:]$", "");
    }

    private String synopsis() {
        Help help = new Help(command, Help.defaultColorScheme(Ansi.OFF));
        return help.synopsis(0).replaceFirst("^<main class>", name).stripTrailing();
    }

    private void parameters() {
        List<PositionalParamSpec> parameters = command.positionalParameters();
        if (!parameters.isEmpty()) {
            section("ARGUMENTS");
            parameters.forEach(parameter -> entry(parameter.paramLabel(), description(parameter)));
        }
    }

    private void options() {
        List<OptionSpec> options = new ArrayList<>(command.options());
        options.removeIf(OptionSpec::hidden);
        if (options.isEmpty()) {
            return;
        }
        section("OPTIONS");
        for (OptionSpec option : options) {
            String label = option.arity().max() == 0 || option.paramLabel().isEmpty() ? "" : "=" + option.paramLabel();
            entry(String.join(", ", option.names()) + label, description(option));
        }
    }

    private static String description(ArgSpec argument) {
        String told = String.join(" ", argument.description());
        List<String> candidates = new ArrayList<>();
        if (argument.completionCandidates() != null) {
            argument.completionCandidates().forEach(candidates::add);
        }
        told = CHOICE.matcher(told).replaceAll(match -> String.join(", ", candidates));
        Object value = argument.initialValue();
        return USUAL.matcher(told).replaceAll(match -> String.valueOf(value).replace("\\", "\\\\"));
    }

    private void commands() {
        if (!command.subcommands().isEmpty()) {
            section("COMMANDS");
            for (Map.Entry<String, CommandLine> each : command.subcommands().entrySet()) {
                CommandSpec below = each.getValue().getCommandSpec();
                entry(
                        each.getKey(),
                        firstSentence(String.join(" ", below.usageMessage().description())) + ".");
            }
        }
    }

    private void footer() {
        String[] lines = command.usageMessage().footer();
        if (lines.length > 0) {
            section("NOTES");
            line(".nf");
            for (String each : lines) {
                line(escaped(each));
            }
            line(".fi");
        }
    }

    private void exitStatus() {
        Map<String, String> codes = command.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            section("EXIT STATUS");
            codes.forEach(this::entry);
        }
    }

    private void seeAlso() {
        CommandSpec above = command.parent();
        List<String> others = new ArrayList<>();
        if (above != null) {
            others.add(name.substring(0, name.lastIndexOf('-')));
        }
        for (Map.Entry<String, CommandLine> each : command.subcommands().entrySet()) {
            if (!each.getKey().equals("help")) {
                others.add(name + "-" + each.getKey());
            }
        }
        if (!others.isEmpty()) {
            section("SEE ALSO");
            line(String.join(
                    ",\n",
                    others.stream()
                            .map(other -> "\\fB" + escaped(other) + "\\fR(1)")
                            .toList()));
        }
    }

    private static String quoted(String text) {
        return '"' + escaped(text).replace("\"", "\\(dq") + '"';
    }

    /** Nothing of it is read as a request; letters beyond ASCII by their numbers. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            switch (point) {
                case '\\' -> escaped.append("\\e");
                case '-' -> escaped.append("\\-");
                case '\'' -> escaped.append("\\(aq");
                case '\n' -> escaped.append(' ');
                default -> {
                    if (point < 127) {
                        escaped.appendCodePoint(point);
                    } else {
                        escaped.append(String.format("\\[u%04X]", point));
                    }
                }
            }
        });
        return escaped.length() > 0 && escaped.charAt(0) == '.' ? "\\&" + escaped : escaped.toString();
    }
}
