package dev.sluice.system;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/**
 * The arrows of the house, from ground to roof: proto and api; model; files, picture and net; master, worker, launch
 * and pool; insight; cli. Applications see the api only. The first rules name which of our packages may see which
 * others, the later ones which packages may use which library.
 */
@AnalyzeClasses(packages = "dev.sluice", importOptions = ImportOption.DoNotIncludeTests.class)
@ArchTag("slow")
class ArchitectureTest {
    @ArchTest
    static final ArchRule templateStandsAlone =
            mayOnlySee("dev.sluice.api..", "it is all that an application is compiled against");

    @ArchTest
    static final ArchRule contractStandsAlone = mayOnlySee("dev.sluice.proto..", "it is generated from the contract");

    @ArchTest
    static final ArchRule modelStandsAlone =
            mayOnlySee("dev.sluice.model..", "the simulator runs the same scheduler without the rest");

    @ArchTest
    static final ArchRule testSupportStandsAlone =
            mayOnlySee("dev.sluice.testing..", "every module tests with it", "org.junit..", "org.opentest4j..");

    @ArchTest
    static final ArchRule wireSeesGroundAndModel = mayOnlySee(
            "dev.sluice.net..",
            "it carries what others decide",
            "dev.sluice.api..",
            "dev.sluice.model..",
            "dev.sluice.proto..");

    @ArchTest
    static final ArchRule masterSeesGroundModelAndWire = mayOnlySee(
            "dev.sluice.master..",
            "it owns a run and knows no command, file format or launcher",
            "dev.sluice.api..",
            "dev.sluice.model..",
            "dev.sluice.net..");

    @ArchTest
    static final ArchRule jsonStandsAlone =
            mayOnlySee("dev.sluice.json..", "it writes and reads any JSON", "dev.sluice.model", "dev.sluice.text");

    @ArchTest
    static final ArchRule picturesKnowNoCommands =
            mayOnlySee("dev.sluice.picture..", "they draw plain records", "dev.sluice.model..");

    @ArchTest
    static final ArchRule hostsKnowNoCommands = mayOnlySee(
            "dev.sluice.hosts..", "they say where, and start no worker", "dev.sluice.model", "dev.sluice.text..");

    @ArchTest
    static final ArchRule insightKnowsNoCommands = mayOnlySee(
            "dev.sluice.insight..",
            "commands show what it knows",
            "dev.sluice.api..",
            "dev.sluice.hosts..",
            "dev.sluice.json..",
            "dev.sluice.master..",
            "dev.sluice.model..",
            "dev.sluice.net..",
            "dev.sluice.text..",
            "dev.sluice.view..");

    @ArchTest
    static final ArchRule databasesAreHistory = library("java.sql..", "dev.sluice.insight.history..");

    @ArchTest
    static final ArchRule launchersKnowNoCommands = mayOnlySee(
            "dev.sluice.launch..",
            "they start processes and watch them",
            "dev.sluice.api.language..",
            "dev.sluice.hosts..",
            "dev.sluice.json..",
            "dev.sluice.model..",
            "dev.sluice.net..",
            "dev.sluice.text..",
            "dev.sluice.view..");

    @ArchTest
    static final ArchRule poolKnowsNoCommandsAndLaunchers = mayOnlySee(
            "dev.sluice.pool..",
            "it divides slots; who starts agents and masters is told at its desk",
            "dev.sluice.model..",
            "dev.sluice.net..");

    @ArchTest
    static final ArchRule workerSeesNoMaster = mayOnlySee(
            "dev.sluice.worker..",
            "a worker talks to its master by messages alone",
            "dev.sluice.api..",
            "dev.sluice.model..",
            "dev.sluice.net..");

    @ArchTest
    static final ArchRule applicationsSeeTheTemplateOnly =
            mayOnlySee("dev.sluice.app..", "applications know nothing of the runtime", "dev.sluice.api..");

    @ArchTest
    static final ArchRule modelIsPure = noClasses()
            .that()
            .resideInAPackage("dev.sluice.model..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "java.net..",
                            "java.nio.file..",
                            "java.nio.channels..",
                            "java.util.concurrent.atomic..",
                            "java.util.concurrent.locks..",
                            "java.util.logging..",
                            "javax..",
                            "org.slf4j..",
                            "picocli..")
                    .or(describe(
                            "threads or clocks",
                            type -> type.isAssignableTo(Thread.class)
                                    || type.isAssignableTo(java.util.concurrent.Executor.class)
                                    || type.isAssignableTo(java.util.concurrent.Future.class)
                                    || type.isAssignableTo(java.time.Clock.class))))
            .because("it decides; time, chance and identity are handed in and others act")
            .allowEmptyShould(true);

    /** Who measures times, rates or loads. */
    @ArchTest
    static final ArchRule clocksThatAreSetMeasureNothing = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.sluice.insight.discover..",
                    "dev.sluice.net.probe..",
                    "dev.sluice.worker.sense..",
                    "dev.sluice.master.weather..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .dependOnClassesThat(describe(
                    "dates and clocks",
                    type -> type.isAssignableTo(java.util.Date.class) || type.isAssignableTo(java.time.Clock.class)))
            .because("a clock may jump while something is measured");

    @ArchTest
    static final ArchRule nettyStaysOnTheWire = library("io.netty..", "dev.sluice.net..");

    @ArchTest
    static final ArchRule virtualTimeIsForTests = library("dev.sluice.net.virtual..", "dev.sluice.net.virtual..");

    @ArchTest
    static final ArchRule contractStaysOnTheWire =
            library("dev.sluice.proto..", "dev.sluice.net..", "dev.sluice.proto..");

    @ArchTest
    static final ArchRule protobufServesContractAndCodecs =
            library("com.google.protobuf..", "dev.sluice.proto..", "dev.sluice.net..", "dev.sluice.api..");

    @ArchTest
    static final ArchRule hostsAreReadByTheirSensor = library("oshi..", "dev.sluice.worker.sense..");

    @ArchTest
    static final ArchRule certificatesAreMadeOnTheWire = library("org.bouncycastle..", "dev.sluice.net..");

    @ArchTest
    static final ArchRule jsonIsWrittenAboveTheMaster = library(
            "com.fasterxml.jackson..",
            "dev.sluice.cli..",
            "dev.sluice.insight..",
            "dev.sluice.json..",
            "dev.sluice.text..",
            "dev.sluice.view..");

    @ArchTest
    static final ArchRule yamlIsReadAsText = library("org.snakeyaml..", "dev.sluice.text..");

    @ArchTest
    static final ArchRule histogramsAreRecordedByTheMaster =
            library("org.HdrHistogram..", "dev.sluice.master.record..");

    @ArchTest
    static final ArchRule viewsKnowNoCommands = mayOnlySee(
            "dev.sluice.view..", "they turn files into the model and back", "dev.sluice.model..", "dev.sluice.text..");

    @ArchTest
    static final ArchRule textStandsAlone =
            mayOnlySee("dev.sluice.text..", "it knows lines and words, not what they mean", "dev.sluice.model");

    @ArchTest
    static final ArchRule commandLinesAreAtTheEdge = library(
            "picocli..",
            "dev.sluice.api..",
            "dev.sluice.app..",
            "dev.sluice.cli..",
            "dev.sluice.insight.cost..", // its benchmark of hosts is an application
            "dev.sluice.worker.command..");

    @ArchTest
    static final ArchRule runsAreConcludedFromOptionsOnce = noClasses()
            .that()
            .resideInAPackage("dev.sluice.cli.*..")
            .and(not(resideInAnyPackage("dev.sluice.cli.config..")))
            .and(not(describe("have options", ArchitectureTest::hasOptions)))
            .should()
            .dependOnClassesThat(resideInAPackage("picocli..")
                    .or(describe(
                            "have options",
                            type -> hasOptions(type) && type.getPackageName().startsWith("dev.sluice.cli."))))
            .because("a run, a discovery and a simulation get validated records");

    @ArchTest
    static final ArchRule loggingStaysOutOfModelAndTemplate = library(
            "org.slf4j..", "dev.sluice.cli..", "dev.sluice.net..", "dev.sluice.master..", "dev.sluice.worker..");

    @ArchTest
    static final ArchRule wireShowsItsOwnTypesOnly = noClasses()
            .that()
            .resideOutsideOfPackages("dev.sluice.net..", "dev.sluice.proto..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.netty..", "dev.sluice.proto..")
            .because("what carries the bytes can change without touching master and worker")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule noCyclesAmongPackages =
            slices().matching("dev.sluice.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule packagesAreSmall = classes()
            .that()
            .resideOutsideOfPackages("dev.sluice.proto..", "dev.sluice.net.message")
            .should(PackageSizes.haveAtMostFiles(PackageSizes.MOST_FILES))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule classesFormNoLargeCycle = classes()
            .that()
            .resideOutsideOfPackages("dev.sluice.proto..", "dev.sluice.net.message")
            .should(ClassCycles.haveAtMostClasses(ClassCycles.MOST_CLASSES));

    @ArchTest
    static final ArchRule packagesAreNullMarked = classes()
            .that()
            .resideOutsideOfPackage("dev.sluice.proto..")
            .and(describe("are top level", JavaClass::isTopLevelClass))
            .should()
            .beAnnotatedWith(org.jspecify.annotations.NullMarked.class)
            .orShould(PublicTypes.liveInANullMarkedPackage())
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule publicTypesHaveAReason = classes()
            .that()
            .arePublic()
            .and(describe("are top level", JavaClass::isTopLevelClass))
            .and(not(resideInAnyPackage("dev.sluice.api..", "dev.sluice.proto..", "dev.sluice.testing..")))
            .should(PublicTypes.haveAReason())
            .allowEmptyShould(true);

    @ArchTest
    static void publicTypesWithAReasonAreThere(JavaClasses classes) {
        Set<String> names = new TreeSet<>();
        for (JavaClass type : classes) {
            names.add(type.getName());
            names.add(type.getPackageName() + ".*");
        }
        assertThat(names).containsAll(PublicTypes.reasons().keySet());
    }

    /** Returns whether picocli fills fields of a class, or of the class around it. */
    private static boolean hasOptions(JavaClass type) {
        return type.getFields().stream()
                        .flatMap(field -> field.getAnnotations().stream())
                        .anyMatch(each -> each.getRawType().getPackageName().equals("picocli"))
                || type.getEnclosingClass().filter(ArchitectureTest::hasOptions).isPresent();
    }

    private static ArchRule mayOnlySee(String from, String because, String... others) {
        String[] allowed = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(from), java.util.Arrays.stream(others))
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(from)
                .should(onlyDependOnClassesThat(resideInAnyPackage(allowed).or(not(resideInAPackage("dev.sluice..")))))
                .because(because)
                .allowEmptyShould(true);
    }

    private static ArchRule library(String library, String... users) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(users)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .allowEmptyShould(true);
    }
}
