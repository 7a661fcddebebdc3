package dev.sluice.system;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Instant;

/**
 * The arrows of the house, from ground to roof: {@code proto}, {@code api}; {@code model}; {@code net}; {@code master},
 * {@code worker}; {@code app}. Each rule names who may see whom among our packages, then who may see which library.
 */
@AnalyzeClasses(packages = "dev.sluice", importOptions = ImportOption.DoNotIncludeTests.class)
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
    static final ArchRule masterSeesNoWorker = mayOnlySee(
            "dev.sluice.master..",
            "a master talks to workers by messages alone",
            "dev.sluice.api..",
            "dev.sluice.config..",
            "dev.sluice.discover..",
            "dev.sluice.history..",
            "dev.sluice.hosts..",
            "dev.sluice.information..",
            "dev.sluice.launch..",
            "dev.sluice.model..",
            "dev.sluice.net..",
            "dev.sluice.picture..",
            "dev.sluice.text..",
            "dev.sluice.project..",
            "dev.sluice.view..");

    @ArchTest
    static final ArchRule picturesKnowNoCommands =
            mayOnlySee("dev.sluice.picture..", "they draw plain records", "dev.sluice.model..");

    @ArchTest
    static final ArchRule hostsKnowNoCommands = mayOnlySee(
            "dev.sluice.hosts..", "they say where, and start nothing", "dev.sluice.model", "dev.sluice.text..");

    @ArchTest
    static final ArchRule questionsKnowNoSources = mayOnlySee(
            "dev.sluice.information..", "providers are behind an interface", "dev.sluice.model..", "dev.sluice.text..");

    @ArchTest
    static final ArchRule historyKnowsNoCommands = mayOnlySee(
            "dev.sluice.history..",
            "it keeps rows, whoever has them",
            "dev.sluice.information..",
            "dev.sluice.model..",
            "dev.sluice.text..");

    @ArchTest
    static final ArchRule databasesAreHistory = library("java.sql..", "dev.sluice.history..");

    @ArchTest
    static final ArchRule launchersKnowNoCommands = mayOnlySee(
            "dev.sluice.launch..",
            "they start processes and watch them",
            "dev.sluice.hosts..",
            "dev.sluice.model..",
            "dev.sluice.net..");

    @ArchTest
    static final ArchRule discoveriesKnowNoCommands =
            mayOnlySee("dev.sluice.discover..", "they have bytes exchanged", "dev.sluice.model..", "dev.sluice.net..");

    @ArchTest
    static final ArchRule projectsKnowNoCommands =
            mayOnlySee("dev.sluice.project..", "they are files for Maven", "dev.sluice.model..");

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
                    "dev.sluice.discover..",
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
    static final ArchRule jsonIsWrittenByTheMaster = library(
            "com.fasterxml.jackson..",
            "dev.sluice.history..",
            "dev.sluice.master..",
            "dev.sluice.text..",
            "dev.sluice.view..");

    @ArchTest
    static final ArchRule yamlIsReadAsText = library("org.snakeyaml..", "dev.sluice.text..");

    @ArchTest
    static final ArchRule viewsKnowNoCommands = mayOnlySee(
            "dev.sluice.view..", "they turn files into the model and back", "dev.sluice.model..", "dev.sluice.text..");

    @ArchTest
    static final ArchRule configurationKnowsNoCommands = mayOnlySee(
            "dev.sluice.config..", "it sets options, whoever has them", "dev.sluice.model", "dev.sluice.text..");

    @ArchTest
    static final ArchRule textStandsAlone =
            mayOnlySee("dev.sluice.text..", "it knows lines and words, not what they mean");

    @ArchTest
    static final ArchRule commandLinesAreAtTheEdge = library(
            "picocli..",
            "dev.sluice.api..",
            "dev.sluice.app..",
            "dev.sluice.config..",
            "dev.sluice.master..",
            "dev.sluice.worker..");

    @ArchTest
    static final ArchRule loggingStaysOutOfModelAndTemplate =
            library("org.slf4j..", "dev.sluice.net..", "dev.sluice.master..", "dev.sluice.worker..");

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
            slices().assignedFrom(new Rooms()).should().beFreeOfCycles();

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

    /**
     * Packages that may not depend on each other in a circle. Messages live in a package below their transport for the
     * reader's sake: sessions carry messages and messages carry payloads, so the two are one room.
     */
    private static final class Rooms implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            return SliceIdentifier.of(name.equals("dev.sluice.net.message") ? "dev.sluice.net" : name);
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
