package dev.sluice.model.policy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.Written;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** A policy that an application brings: its name is that of the class. */
public final class OwnPolicy implements Policy {
    private static final int LONGEST = 512;
    private static final Pattern NAME =
            Pattern.compile("(?:[\\p{L}_$][\\p{L}\\p{N}_$]{0,127}\\.){1,32}[\\p{L}_$][\\p{L}\\p{N}_$]{0,127}");

    private final String name;
    private final Supplier<ChunkPolicy> factory;

    /** @param factory creates the rule for one cycle; on any thread */
    public OwnPolicy(String name, Supplier<ChunkPolicy> factory) {
        this.name = name;
        this.factory = factory;
    }

    /** A policy whose class is not loaded here: its name can be shown, and no run can use it. */
    @Written
    public static OwnPolicy of(String name) {
        return new OwnPolicy(name, () -> {
            throw new SluiceException(
                    ErrorCode.POLICY_ELSEWHERE,
                    "policy " + name + ": a class of an application, which this command does not load (expected: a "
                            + "policy of Sluice)");
        });
    }

    /** Tells whether this may be the name of a class in a package. */
    public static boolean isClass(String name) {
        return name.length() <= LONGEST && NAME.matcher(name).matches();
    }

    @Override
    @Written
    public String word() {
        return name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean takesWeights() {
        return true;
    }

    @Override
    public Weighting weighting(Weighting asked) {
        return asked;
    }

    @Override
    public ChunkPolicy begin() {
        return factory.get();
    }

    @Override
    public Policy below() {
        return PolicyName.DEFAULT;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OwnPolicy policy && name.equals(policy.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
