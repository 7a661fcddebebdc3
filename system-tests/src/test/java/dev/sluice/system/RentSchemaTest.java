package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice plan --price} says which machines to rent, and {@code --json} follows its schema. */
class RentSchemaTest {
    /** Computing of one slot [s]. */
    private static final double SECONDS = 100;

    @TempDir
    Path directory;

    private String prediction() throws Exception {
        String file = directory.resolve("p.json").toString();
        InProcess predicted = InProcess.sluice(Words.of(
                "predict %s --out=%s --budget=30s --no-history --keep 0 -- --units 2000 --compute-millis 50",
                PoisonJar.in(directory, Numbers.class), file));
        assertThat(predicted.code()).as(predicted.err()).isZero();
        return file;
    }

    private String prices() throws Exception {
        Path file = directory.resolve("prices.csv");
        return Files.writeString(
                        file,
                        """
                        kind,slots,price,start,most
                        small,2,0.10,30s,8
                        large,16,1.20,60s,4
                        """)
                .toString();
    }

    @Test
    void shouldSayWhichMachinesEndInTimeAndWithinABudget() throws Exception {
        String common = "plan --price=" + prices() + " --prediction=" + prediction();
        JsonNode all = InProcess.sluice(Words.of(common + " --json")).json(0, "docs/rent.schema.json");
        assertThat(all.has("chosen")).isFalse();
        JsonNode cheapest = all.at("/rentals/0");
        assertThat(cheapest.at("/kind").asText()).isEqualTo("small");
        assertThat(cheapest.at("/seconds").asDouble()).isBetween(30 + SECONDS / 2, 1.3 * (30 + SECONDS / 2));
        double before = 0;
        for (JsonNode each : all.at("/rentals")) {
            assertThat(each.at("/price").asDouble()).isGreaterThan(before);
            before = each.at("/price").asDouble();
        }
        JsonNode chosen = InProcess.sluice(Words.of(common + " --json --within 65s"))
                .json(0, "docs/rent.schema.json")
                .at("/chosen");
        assertThat(chosen.at("/highSeconds").asDouble()).isLessThanOrEqualTo(65);
        assertThat(all.at("/rentals"))
                .as("none that ends in time is cheaper")
                .noneMatch(each -> each.at("/highSeconds").asDouble() <= 65
                        && each.at("/price").asDouble() < chosen.at("/price").asDouble());
        InProcess refused = InProcess.sluice(Words.of(common + " --within 20s"));
        assertThat(refused.code()).isEqualTo(7);
        assertThat(refused.err()).contains("E700 --price: no machines end within 20s; the soonest: ");
        InProcess table = InProcess.sluice(Words.of(common + " --budget 1"));
        assertThat(table.code()).as(table.err()).isZero();
        assertThat(table.out()).contains(": to end for at most 1.00", "limited by");
    }

    @Test
    void shouldRefuseWhatDoesNotGoTogether() throws Exception {
        for (String each : new String[] {
            "--price=" + prices() + " --hosts 4", "--by 17:00", "--budget 3", "--price=" + prices(), "--price=missing"
        }) {
            InProcess refused = InProcess.sluice(Words.of("plan " + each));
            assertThat(refused.code()).as(each).isEqualTo(2);
            assertThat(refused.err()).as(each).contains("(expected: ");
        }
    }
}
