package dev.sluice.hosts;

import dev.sluice.text.Nearest;
import dev.sluice.text.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Inventories of Ansible in INI form: groups, their children and variables, ranges of names. A host is one host however
 * many groups it is in; of its variables those that say how ssh gets there count, and {@code sluice_slots}. For one
 * file.
 */
final class InventoryReader {
    private static final Pattern SECTION =
            Pattern.compile("\\[([^\\[\\]:\\s\\p{Cntrl}]+)(?::([a-z]+))?]\\s*(?:[#;].*)?");
    private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");
    private static final Pattern PORT = Pattern.compile("([^:]+|\\[[^\\[\\]]+:[^\\[\\]]*:[^\\[\\]]*]):([0-9]{1,9})");

    /** A host as the file names it. */
    private static final class Named {
        final int line;
        final Map<String, InventoryVariable> variables = new LinkedHashMap<>();

        Named(int line) {
            this.line = line;
        }
    }

    /** What a section is about. */
    private record Section(String group, String kind) {}

    private final Source source;
    private final HostWords words;
    private final InventoryGroups groups;
    private final Map<String, Named> hosts = new LinkedHashMap<>();

    InventoryReader(Source source) {
        this.source = source;
        this.words = new HostWords(source);
        this.groups = new InventoryGroups(source);
    }

    List<HostSpec> read(List<Line> lines) {
        Section section = new Section("ungrouped", "hosts");
        for (Line line : lines) {
            if (line.text().startsWith("#") || line.text().startsWith(";")) {
                continue;
            }
            Matcher header = SECTION.matcher(line.text());
            if (header.matches()) {
                section = section(line.number(), header);
            } else {
                take(section, line);
            }
        }
        groups.check();
        HostListBuilder gathering = new HostListBuilder(source, HostListBuilder.Again.REFUSED);
        hosts.forEach((name, host) -> gathering.add(host.line, spec(name, host)));
        return gathering.hosts("at least one host in a group or above the first");
    }

    private Section section(int line, Matcher header) {
        String kind = header.group(2) == null ? "hosts" : header.group(2);
        List<String> kinds = List.of("hosts", "vars", "children");
        if (!kinds.contains(kind)) {
            throw source.wrong(
                    line,
                    Source.quoted(header.group()),
                    "[GROUP], [GROUP:vars] or [GROUP:children]" + Nearest.hint(kind, kinds));
        }
        Section section = new Section(header.group(1), kind);
        if (kind.equals("vars")) {
            groups.mention(section.group(), line);
        } else {
            groups.define(section.group());
        }
        return section;
    }

    private void take(Section section, Line line) {
        switch (section.kind()) {
            case "vars" -> {
                int equals = line.text().indexOf('=');
                if (equals < 1) {
                    throw source.wrong(line.number(), Source.quoted(line.text()), "VARIABLE=VALUE");
                }
                groups.set(
                        section.group(),
                        line.text().substring(0, equals).strip(),
                        new InventoryVariable(
                                line.number(),
                                unquoted(withoutRemark(line.text().substring(equals + 1)))));
            }
            case "children" -> groups.child(section.group(), withoutRemark(line.text()), line.number());
            default -> host(section.group(), line);
        }
    }

    private static String withoutRemark(String text) {
        return text.replaceFirst("\\s[#;].*$", "").strip();
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() > 1
                && (text.charAt(0) == '"' || text.charAt(0) == '\'')
                && text.charAt(text.length() - 1) == text.charAt(0);
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Names, one or a range, and variables of theirs. */
    private void host(String group, Line line) {
        List<String> told = new ArrayList<>();
        Matcher matcher = WORD.matcher(line.text());
        while (matcher.find() && !matcher.group().startsWith("#")) {
            told.add(matcher.group());
        }
        if (told.isEmpty()) {
            throw source.wrong(line.number(), Source.quoted(line.text()), "HOST [VARIABLE=VALUE…]");
        }
        Map<String, InventoryVariable> variables = new LinkedHashMap<>();
        Matcher port = PORT.matcher(withoutRanges(told.get(0)));
        String pattern = told.get(0);
        if (port.matches()) {
            pattern = pattern.substring(0, pattern.length() - port.group(2).length() - 1);
            variables.put("ansible_port", new InventoryVariable(line.number(), port.group(2)));
        }
        for (String word : told.subList(1, told.size())) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw source.wrong(line.number(), Source.quoted(word), "VARIABLE=VALUE behind the host");
            }
            variables.put(
                    word.substring(0, equals),
                    new InventoryVariable(line.number(), unquoted(word.substring(equals + 1))));
        }
        for (String name : new InventoryRange(source, line.number()).expand(pattern)) {
            hosts.computeIfAbsent(name, unknown -> new Named(line.number()))
                    .variables
                    .putAll(variables);
            groups.host(group, name);
        }
        if (hosts.size() > HostListBuilder.MOST_HOSTS) {
            throw source.wrong(line.number(), "more than 65,536 hosts", "at most as many");
        }
    }

    /** With ranges as letters, so that the colons that are left are the port's. */
    private static String withoutRanges(String word) {
        return word.replaceAll("\\[[0-9A-Za-z]+:[0-9A-Za-z]+(:[0-9]+)?]", "x");
    }

    private HostSpec spec(String name, Named host) {
        InventoryVariable user = variable(name, host, "ansible_user", "ansible_ssh_user");
        InventoryVariable address = variable(name, host, "ansible_host", "ansible_ssh_host");
        InventoryVariable port = variable(name, host, "ansible_port", "ansible_ssh_port");
        InventoryVariable slots = variable(name, host, "sluice_slots", "sluice_slots");
        return new HostSpec(
                address == null ? words.name(host.line, name) : words.name(address.line(), address.text()),
                user == null ? null : words.checkedUser(user.line(), user.text()),
                port == null ? 0 : words.port(port.line(), "ansible_port", port.text()),
                slots == null ? 0 : words.slots(slots.line(), "sluice_slots", slots.text()),
                source.at(host.line));
    }

    private @Nullable InventoryVariable variable(String name, Named host, String key, String olderKey) {
        for (String each : List.of(key, olderKey)) {
            InventoryVariable own = host.variables.get(each);
            InventoryVariable found = own == null ? groups.variable(name, each) : own;
            if (found != null) {
                if (found.text().contains("{{")) {
                    throw source.wrong(
                            found.line(),
                            each + ": " + Source.quoted(found.text()),
                            "the value itself; templates are Ansible's to fill in");
                }
                return found;
            }
        }
        return null;
    }
}
