package io.tidemark.generate.biology;

import java.util.SplittableRandom;

/**
 * Random draws from one seeded stream. It uses {@link StrictMath} throughout,
 * so that every machine gets the same bytes.
 */
public final class Draws {

    /** Above this mean, a Poisson draw uses the normal distribution, which is close enough and much faster. */
    private static final double POISSON_AS_NORMAL = 30;
    /** The finaliser of SplitMix64 (Steele, Lea and Flood 2014), to keep neighbouring keys apart. */
    private static final long MIX_1 = 0xbf58476d1ce4e5b9L;
    private static final long MIX_2 = 0x94d049bb133111ebL;

    private final SplittableRandom random;

    /** Creates the stream of one key (a site's number, a part's name) under a seed. */
    public Draws(long seed, long key) {
        random = new SplittableRandom(mix(mix(seed) + key));
    }

    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * MIX_1;
        z = (z ^ (z >>> 27)) * MIX_2;
        return z ^ (z >>> 31);
    }

    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    public double uniform(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    /** A whole number from low to high, both inclusive. */
    public int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    public double normal(double mean, double standardDeviation) {
        // Marsaglia's polar method: the same stream gives the same draws on every Java
        double u;
        double s;
        do {
            u = 2 * random.nextDouble() - 1;
            double v = 2 * random.nextDouble() - 1;
            s = u * u + v * v;
        } while (s >= 1 || s == 0);
        return mean + standardDeviation * u * StrictMath.sqrt(-2 * StrictMath.log(s) / s);
    }

    /** A normal draw, limited to two standard deviations. */
    public double normalWithin(double mean, double standardDeviation) {
        return Math.clamp(normal(mean, standardDeviation), mean - 2 * standardDeviation, mean + 2 * standardDeviation);
    }

    /** A lognormal draw, given its median and the standard deviation of its logarithm, limited to two of them. */
    public double lognormal(double median, double sigma) {
        return median * StrictMath.exp(normalWithin(0, sigma));
    }

    /** A positive gamma-distributed factor with mean 1; the smaller the shape (1 or more), the wider it scatters. */
    public double gammaFactor(double shape) {
        // Marsaglia and Tsang 2000
        double d = shape - 1.0 / 3;
        double c = 1 / StrictMath.sqrt(9 * d);
        while (true) {
            double x = normal(0, 1);
            double root = 1 + c * x;
            if (root > 0) {
                double v = root * root * root;
                double u = random.nextDouble();
                if (u < 1 - 0.0331 * x * x * x * x || StrictMath.log(u) < x * x / 2 + d * (1 - v + StrictMath.log(v))) {
                    return d * v / shape;
                }
            }
        }
    }

    /** A Poisson draw with this mean. */
    public int poisson(double mean) {
        if (mean <= 0) {
            return 0;
        }
        if (mean >= POISSON_AS_NORMAL) {
            return (int) Math.max(0, Math.round(normal(mean, StrictMath.sqrt(mean))));
        }
        double limit = StrictMath.exp(-mean);
        double product = random.nextDouble();
        int count = 0;
        while (product > limit) {
            product *= random.nextDouble();
            count++;
        }
        return count;
    }

    /** An index drawn with these weights. */
    public int weighted(double[] weights) {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        double left = random.nextDouble() * sum;
        for (int i = 0; i < weights.length; i++) {
            left -= weights[i];
            if (left < 0) {
                return i;
            }
        }
        return weights.length - 1;
    }
}
