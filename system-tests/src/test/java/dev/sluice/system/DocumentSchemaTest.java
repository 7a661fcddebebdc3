package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The schema of a document has the fields of its record: their names, their order, their types, and which must be
 * there. Descriptions and limits of values stand in the schema alone.
 */
class DocumentSchemaTest {
    /** Written anew by {@code -Dsluice.update=schemas}, with the descriptions and limits that are there. */
    @ParameterizedTest
    @CsvSource({
        "benchmark, dev.sluice.cli.hosts.BenchmarkReport$Document",
        "discovery, dev.sluice.cli.discover.DiscoveryJson",
        "history, dev.sluice.cli.hosts.HistoryCommand$Document",
        "launch, dev.sluice.cli.steer.LaunchJson",
        "model, dev.sluice.insight.gain.GainJson",
        "page, dev.sluice.cli.page.PageJson",
        "pool, dev.sluice.cli.pool.PoolJson",
        "prediction, dev.sluice.insight.predict.PredictionReport$Document",
        "regimes, dev.sluice.cli.regimes.RegimeJson",
        "regret, dev.sluice.cli.regret.RegretJson",
        "rent, dev.sluice.cli.plan.RentAnswer$Document",
        "runs, dev.sluice.cli.runs.RunsJson",
        "sweep, dev.sluice.cli.predict.Sweep$Document",
        "weather, dev.sluice.insight.weather.WeatherJson"
    })
    void shouldHaveTheFieldsOfItsRecord(String name, String record) throws Exception {
        check(name, today -> new RecordSchema(today).of(Class.forName(record)));
    }

    @ParameterizedTest
    @CsvSource({
        "cluster, dev.sluice.master.report.RunReport",
        "running, dev.sluice.cli.run.RunStart",
        "serial, dev.sluice.cli.run.RunJson$SerialReport",
        "unit, dev.sluice.cli.run.RunJson$Unit",
        "interrupted, dev.sluice.cli.run.RunJson$Nothing",
        "nothing, dev.sluice.cli.run.RunJson$Nothing"
    })
    void shouldHaveTheFieldsOfTheRecordOfARun(String mode, String record) throws Exception {
        check("run", today -> new RecordSchema(today).of(mode, Class.forName(record)));
    }

    private interface Derivation {
        String of(JsonNode today) throws Exception;
    }

    private static void check(String name, Derivation derivation) throws Exception {
        Path file = Checkout.file("docs/" + name + ".schema.json");
        String schema = derivation.of(new ObjectMapper().readTree(Checkout.read(file)));
        if (Checkout.isUpdating("schemas")) {
            Files.writeString(file, schema);
            return;
        }
        assertThat(Checkout.read(file))
                .as(
                        "update: mvn -pl system-tests -am test -Dtest=DocumentSchemaTest -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.update=schemas")
                .isEqualTo(schema);
    }
}
