package dev.sluice.cli.run;

import dev.sluice.cli.plan.PlanTable;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.PlanChoice;
import dev.sluice.insight.plan.PlanTree;
import dev.sluice.model.Amount;
import dev.sluice.model.Plural;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The plan of a run for people: what it was made of, what it is, and who is left out.
 *
 * @param costs how it is known what a unit costs
 * @param speeds how it is known how fast workers are
 */
record RunPlanWords(Plan plan, List<Host> workers, String costs, String speeds) {
    private static final int NAMED = 8;

    /** A line each. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(unit());
        lines.add("plan: " + speeds);
        if (plan.machines() != null) {
            plan.machines().words().forEach(word -> lines.add("plan: " + word));
        }
        lines.add(places());
        PlanChoice choice = plan.choice();
        if (choice != null) {
            if (choice.alternatives().size() > 1) {
                lines.add("plan: " + choice.objective().text() + ": " + choice.sentence());
            }
            choice.words().forEach(each -> lines.add("plan: " + each));
        }
        if (plan.handout() != null) {
            lines.add("plan: " + plan.handout().sentence());
        }
        plan.filesSentence().ifPresent(sentence -> lines.add("plan: " + sentence));
        PlanTree tree = plan.tree();
        if (tree != null) {
            tree.lines().stream().filter(line -> !line.isEmpty()).forEach(line -> lines.add("plan: " + line));
        }
        List<String> idle = idle();
        if (!idle.isEmpty()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "plan: no worker on %s%s: %s",
                    String.join(", ", idle.subList(0, Math.min(NAMED, idle.size()))),
                    idle.size() > NAMED ? " and " + (idle.size() - NAMED) + " others" : "",
                    whyIdle()));
        }
        return lines;
    }

    /** The reason why hosts are left out: a plan with more workers was considered, or none was. */
    private String whyIdle() {
        PlanChoice choice = plan.choice();
        boolean fewer = choice != null
                && choice.alternatives().stream()
                        .anyMatch(each -> each.master().equals(choice.best().master())
                                && each.workers().size()
                                        > choice.best().workers().size());
        return fewer ? "the plan is better without, by --goal" : "together less than min-gain of --goal";
    }

    private String unit() {
        UnitCosts unit = plan.costs();
        return String.format(
                Locale.ROOT,
                "plan: a unit takes %s, %s in, %s out, its result %s of the master: %s",
                Quantity.TIME.rounded(unit.unitSeconds()),
                Quantity.SIZE.rounded(unit.inputBytes()),
                Quantity.SIZE.rounded(unit.resultBytes()),
                Quantity.TIME.rounded(unit.resultSeconds()),
                costs);
    }

    private String places() {
        PlanTree tree = plan.tree();
        HostTree shape = tree == null ? HostTree.FLAT : tree.launched();
        List<Host> computing =
                workers.stream().filter(host -> shape.on(host.name()) == null).toList();
        PlanTree paying = tree == null || tree.isFlat() ? null : tree;
        double seconds = paying == null ? plan.seconds() : paying.plan().seconds();
        long units = paying == null ? plan.units() : paying.units();
        String duration = seconds > 0
                ? String.format(Locale.ROOT, ", a cycle of %,d in about %s", units, Amount.seconds(seconds))
                : "";
        return String.format(
                Locale.ROOT,
                "plan: master on %s, %s with %s: %s units/s%s. %s",
                plan.host(plan.solution().master()),
                Plural.of(computing.size(), "worker"),
                Plural.of(computing.stream().mapToInt(Host::slots).sum(), "slot"),
                PlanTable.rate(paying == null ? plan.rate() : units / seconds),
                duration,
                plan.verdict().sentence());
    }

    private List<String> idle() {
        List<Host> hosts = plan.view().hosts();
        Host master = hosts.get(plan.solution().master());
        return hosts.stream()
                .filter(host -> !workers.contains(host) && !host.equals(master))
                .map(Host::name)
                .toList();
    }
}
