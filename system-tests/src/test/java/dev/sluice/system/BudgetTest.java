package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing grows beyond {@code config/budget.txt}, and no number there is left far above what it counts. */
class BudgetTest {
    private static final Pattern ROW = Pattern.compile("(\\w+) +(\\S+) +([0-9]+)(.*)");
    /** Share of a number by which it may be above what it counts. */
    private static final double SLACK = 0.05;

    private static final int FEWEST_FILES = 8;
    private static final int MANY_COMPONENTS = 10;

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);
    private static final Pattern RECORD = Pattern.compile("\\brecord \\w+(?:<[^(]*>)?\\(");

    /** Messages, documents and rows of files have as many components as their form has fields. */
    private static final Pattern DOCUMENT = Pattern.compile(
            ".*/(net/message|model/record|insight/history|master/journal|master/report)/.*|.*(Json|File)\\.java");

    @Test
    void shouldKeepWithinTheBudget() throws IOException {
        Path file = Checkout.file("config/budget.txt");
        Map<String, Long> counts = counts();
        Map<String, Long> most = new TreeMap<>();
        List<String> lowered = new ArrayList<>();
        for (String line : Checkout.read(file).lines().toList()) {
            var row = ROW.matcher(line);
            if (!row.matches()) {
                assertThat(line).as("a line of %s", file).matches("#.*|");
                lowered.add(line);
                continue;
            }
            String name = row.group(1) + " " + row.group(2);
            long count = counts.getOrDefault(name, -1L);
            most.put(name, Long.valueOf(row.group(3)));
            lowered.add(String.format("%-9s %-22s %7d%s", row.group(1), row.group(2), count, row.group(4)));
        }
        assertThat(most.keySet()).as("names in %s", file).isEqualTo(counts.keySet());
        if (Checkout.isUpdating("budget")) {
            Files.write(file, lowered);
            return;
        }
        assertThat(counts.entrySet())
                .as("what %s limits: delete, or raise the number and say there what a user gets for it", file)
                .allSatisfy(count ->
                        assertThat(count.getValue()).as(count.getKey()).isLessThanOrEqualTo(most.get(count.getKey())));
        assertThat(counts.entrySet())
                .as("numbers of %s that are too high; lower them: -Dsluice.update=budget", file)
                .allSatisfy(count -> assertThat(count.getValue())
                        .as(count.getKey())
                        .isGreaterThanOrEqualTo((long) ((1 - SLACK) * most.get(count.getKey())) - 1));
    }

    private static Map<String, Long> counts() throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        Map<Path, String> all = new TreeMap<>();
        for (Path pom : Checkout.poms()) {
            Path sources = pom.resolveSibling("src/main/java");
            if (Files.isDirectory(sources)) {
                Map<Path, String> texts = texts(sources);
                counts.put(
                        "lines " + pom.getParent().getFileName(),
                        texts.values().stream().flatMap(String::lines).count());
                all.putAll(texts);
            }
        }
        for (String type : List.of("ProcessBuilder", "JsonGenerator")) {
            counts.put(
                    "classes " + type,
                    all.values().stream().filter(text -> text.contains(type)).count());
        }
        Map<Path, String> code = new TreeMap<>();
        all.forEach((file, text) -> code.put(file, COMMENT.matcher(text).replaceAll("")));
        counts.put("classes one-caller", withOneCaller(code));
        counts.put("records large", largeRecords(code));
        Map<Path, Long> packages = all.keySet().stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
        counts.put(
                "packages small",
                packages.values().stream().filter(files -> files < FEWEST_FILES).count());
        counts.put(
                "packages large",
                packages.values().stream()
                        .filter(files -> files > PackageSizes.MOST_FILES)
                        .count());
        Path lab = Checkout.file("lab");
        List<Path> documents = Checkout.documents().stream()
                .filter(file -> !file.startsWith(lab))
                .toList();
        counts.put("words documents", words(documents));
        counts.put("words README.md", words(List.of(Checkout.file("README.md"))));
        counts.put("pages docs", documents.stream().filter(in("docs")).count());
        counts.put(
                "pages docs/decisions",
                documents.stream()
                        .filter(in("docs/decisions"))
                        .filter(file -> !file.endsWith("README.md"))
                        .count());
        return counts;
    }

    /** Classes that one other class names. */
    private static long withOneCaller(Map<Path, String> code) {
        Map<String, Long> files = code.values().stream()
                .flatMap(text -> Pattern.compile("\\W+").splitAsStream(text).distinct())
                .collect(Collectors.groupingBy(word -> word, Collectors.counting()));
        return code.keySet().stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .filter(name -> files.getOrDefault(name, 0L) == 2)
                .count();
    }

    /** Records of many components, other than documents and their parts. */
    private static long largeRecords(Map<Path, String> code) {
        return code.entrySet().stream()
                .filter(file -> !DOCUMENT.matcher(file.getKey().toString()).matches())
                .map(Map.Entry::getValue)
                .filter(text -> !text.contains("@Written") && !text.contains("@IfKnown"))
                .flatMap(text -> RECORD.matcher(text).results().map(record -> components(text, record.end())))
                .filter(components -> components >= MANY_COMPONENTS)
                .count();
    }

    /** Components of a record whose list begins here. */
    private static int components(String text, int from) {
        int components = 1;
        int depth = 0;
        for (int i = from; depth >= 0; i++) {
            char each = text.charAt(i);
            depth += each == '(' || each == '<' ? 1 : each == ')' || each == '>' ? -1 : 0;
            components += each == ',' && depth == 0 ? 1 : 0;
        }
        return components;
    }

    private static Predicate<Path> in(String directory) {
        return file -> file.getParent().equals(Checkout.file(directory));
    }

    private static long words(List<Path> files) {
        return files.stream()
                .mapToLong(file -> Pattern.compile("\\S+")
                        .matcher(Checkout.read(file))
                        .results()
                        .count())
                .sum();
    }

    /** The Java files below a directory. */
    private static Map<Path, String> texts(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.toMap(file -> file, Checkout::read));
        }
    }
}
