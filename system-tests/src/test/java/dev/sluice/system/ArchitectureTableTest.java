package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The picture and the table of modules in {@code docs/architecture.md} say what the poms and the packages say. */
class ArchitectureTableTest {
    private static final Pattern TABLE = Pattern.compile("(?m)^\\| module \\| package \\|.*\n(\\|.*\n)*");
    private static final Pattern LINK = Pattern.compile("\\{@(link|code) ([^}]*?)\\}");

    @Test
    void shouldListModulesAsTheirPackagesSay() throws IOException {
        Path page = Checkout.file("docs/architecture.md");
        String text = Checkout.read(page);
        Matcher table = TABLE.matcher(text);
        assertThat(table.find()).as("a table of modules in %s", page).isTrue();
        String made = "| module | package | what it is | uses |\n| --- | --- | --- | --- |\n"
                + Checkout.poms().stream()
                        .skip(1) // all modules
                        .map(pom -> rows(pom.getParent()))
                        .collect(Collectors.joining());
        if (Checkout.isUpdating("architecture")) {
            Files.writeString(page, text.substring(0, table.start()) + made + text.substring(table.end()));
            return;
        }
        assertThat(table.group())
                .as("modules (update: -Dsluice.update=architecture)")
                .isEqualTo(made);
    }

    @Test
    void shouldDrawEachModuleAboveThoseThatItUses() {
        String text = Checkout.read(Checkout.file("docs/architecture.md"));
        List<String> lines = text.substring(text.indexOf("\ntests "), text.indexOf("\nside "))
                .strip()
                .lines()
                .toList();
        String side = text.lines()
                .filter(line -> line.startsWith("side "))
                .findFirst()
                .orElseThrow();
        Map<String, Integer> levels = new HashMap<>();
        for (int level = 0; level < lines.size(); level++) {
            for (String module :
                    lines.get(level).substring("n insight".length()).strip().split(" +")) {
                levels.put(module, level);
            }
        }
        for (Path pom : Checkout.poms()) {
            Path module = pom.toAbsolutePath().getParent();
            Integer level = levels.remove(module.getFileName().toString());
            if (level != null) {
                String below = String.join(" ", lines.subList(level + 1, lines.size())) + " " + side;
                List<String> used = Pattern.compile("[a-z-]+")
                        .matcher(uses(module))
                        .results()
                        .map(MatchResult::group)
                        .toList();
                assertThat(List.of(below.split(" +")))
                        .as("below %s", module.getFileName())
                        .containsAll(used);
            }
        }
        assertThat(levels).as("modules that are drawn and do not exist").isEmpty();
    }

    /** A row for each package of a module that is in no other of its packages. */
    private static String rows(Path module) {
        Path sources = module.resolve("src/main/java/dev/sluice");
        if (!Files.isDirectory(sources)) {
            return "";
        }
        List<Path> tops;
        try (Stream<Path> files = Files.walk(sources)) {
            List<Path> packages = files.filter(file -> file.endsWith("package-info.java"))
                    .map(Path::getParent)
                    .sorted()
                    .toList();
            tops = packages.stream()
                    .filter(one -> packages.stream().noneMatch(other -> other != one && one.startsWith(other)))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        List<String> rows = new ArrayList<>();
        for (Path top : tops) {
            boolean first = rows.isEmpty();
            rows.add("| " + (first ? "`" + module.getFileName() + "`" : "") + " | `"
                    + sources.relativize(top).toString().replace('/', '.') + "` | "
                    + said(top.resolve("package-info.java")) + " | " + (first ? uses(module) : "") + " |\n");
        }
        return String.join("", rows);
    }

    /** The Javadoc of a package in one line, up to the first sentence after the one that says where to start. */
    private static String said(Path packageInfo) {
        String text = Checkout.read(packageInfo);
        String javadoc = text.substring(text.indexOf("/**") + 3, text.indexOf("*/"))
                .replaceAll("(?m)^ \\*", " ")
                .replaceAll("\\s+", " ")
                .strip();
        List<String> sentences = List.of(javadoc.split("(?<=[.]) (?=[A-Z])"));
        String start = sentences.stream()
                .filter(sentence -> sentence.startsWith("Start "))
                .findFirst()
                .orElse("");
        String words = sentences.get(0) + (start.isEmpty() || start.equals(sentences.get(0)) ? "" : " " + start);
        return LINK.matcher(words).replaceAll(link -> "`" + link.group(2).replaceAll("^(\\w+\\.)+(?=[A-Z])", "") + "`");
    }

    private static String uses(Path module) {
        return Pattern.compile(
                        "(?s)<dependency>\\s*<groupId>dev.sluice</groupId>\\s*<artifactId>([^<]+)<(.*?)</dependency>")
                .matcher(Checkout.read(module.resolve("pom.xml")))
                .results()
                .filter(used -> !used.group(2).contains("<scope>test"))
                .map(used -> "`" + used.group(1) + "`")
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
