// How often ordinary data show an entry: trees of SimpleCart beside those of its source with that entry alone fixed; those of C5 beside trees of ranks, of C8 beside other names.
// The source is that of Weka's package:  java -cp weka.jar:simpleCART/simpleCART.jar ordinary.java

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.trees.SimpleCart;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;

class Ordinary {
    /** SimpleCart as the class of another *name*, with *text* of its source replaced by *fixed*. */
    static Class<?> fixed(String name, String text, String fixed) throws Exception {
        Path jar = Path.of(SimpleCart.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        String source = Files.readString(jar.resolveSibling("src/main/java/weka/classifiers/trees/SimpleCart.java"));
        if (source.split(text, -1).length != 2) {
            throw new IllegalStateException("the source of another version: " + text);
        }
        Path folder = Files.createTempDirectory("fixed");
        Path file = folder.resolve(name + ".java");
        Files.writeString(file, source.replaceFirst(text, fixed).replaceAll("\\bSimpleCart\\b", name));
        ToolProvider.getSystemJavaCompiler().run(
            null, null, null, "-nowarn", "-cp", System.getProperty("java.class.path"), "-d", "" + folder, "" + file);
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}).loadClass("weka.classifiers.trees." + name);
    }

    static String tree(Class<?> kind, Instances rows) throws Exception {
        AbstractClassifier made = (AbstractClassifier) kind.getDeclaredConstructor().newInstance();
        made.buildClassifier(rows);
        return made.toString();
    }

    /** 200 rows of four columns: normal numbers, and the sign of the first two and noise; or whole numbers from 1 to 5. */
    static Instances rows(int seed, boolean whole) {
        Random chance = new Random(seed);
        ArrayList<Attribute> attributes = new ArrayList<>();
        for (String name : List.of("x", "z", "v", "w")) {
            attributes.add(new Attribute(name));
        }
        attributes.add(new Attribute("y", List.of("n", "p")));
        Instances rows = new Instances("rows", attributes, 200);
        rows.setClassIndex(4);
        for (int row = 0; row < 200; row++) {
            double[] values = new double[5];
            for (int column = 0; column < 4; column++) {
                values[column] = whole ? 1 + chance.nextInt(5) : chance.nextGaussian();
            }
            double sum = values[0] + values[1];
            values[4] = (whole ? (sum - 6) / 2 : sum) + chance.nextGaussian() > 0 ? 1 : 0;
            rows.add(new DenseInstance(1, values));
        }
        return rows;
    }

    /** Rows of two columns of normal numbers, and one of six categories that says which of the two, with noise, makes the class. */
    static Instances categories(int seed, int size) {
        Random chance = new Random(seed);
        Attribute categories = new Attribute("c", List.of("p", "q", "r", "s", "t", "u"));
        Attribute classes = new Attribute("y", List.of("l", "m", "h"));
        Instances rows = new Instances("rows", new ArrayList<>(List.of(new Attribute("x"), new Attribute("z"), categories, classes)), size);
        rows.setClassIndex(3);
        for (int row = 0; row < size; row++) {
            double[] values = {chance.nextGaussian(), chance.nextGaussian(), chance.nextInt(6), 0};
            double sum = values[(int) values[2] % 2] + chance.nextGaussian() / 2;
            values[3] = sum < -.5 ? 0 : sum < .5 ? 1 : 2;
            rows.add(new DenseInstance(1, values));
        }
        return rows;
    }

    static void say(String entry, Class<?> fixed, IntFunction<Instances> drawn, String kind) throws Exception {
        int count = 0;
        for (int seed = 0; seed < 100; seed++) {
            Instances rows = drawn.apply(seed);
            count += tree(SimpleCart.class, rows).equals(tree(fixed, rows)) ? 0 : 1;
        }
        System.out.printf("%s: fixed in its source: %d of 100 trees of %s differ%n", entry, count, kind);
    }

    /** How many of 2,000 other rows trees of 200 rows of categories predict right, in percent. */
    static double right(Class<?> kind, String... options) throws Exception {
        Instances others = categories(100, 2000);
        double count = 0;
        for (int seed = 0; seed < 100; seed++) {
            AbstractClassifier made = (AbstractClassifier) kind.getDeclaredConstructor().newInstance();
            made.setOptions(options.clone());
            made.buildClassifier(categories(seed, 200));
            for (Instance row : others) {
                count += made.classifyInstance(row) == row.classValue() ? 1 : 0;
            }
        }
        return count / 2000;
    }

    /** 1,000 tenths from .1 to 10, half of them k * .1 and half k / 10, or their *ranks*; the class is the sign of sin x and half a normal number. */
    static Instances tenths(int seed, boolean ranks) {
        TreeSet<Double> values = new TreeSet<>();
        for (int k = 1; k <= 100; k++) {
            values.addAll(List.of(k * .1, k / 10.));
        }
        Random chance = new Random(seed);
        Instances rows = new Instances("rows", new ArrayList<>(List.of(new Attribute("x"), new Attribute("y", List.of("n", "p")))), 1000);
        rows.setClassIndex(1);
        for (int row = 0; row < 1000; row++) {
            int k = 1 + chance.nextInt(100);
            double x = row % 2 == 0 ? k * .1 : k / 10.;
            double sum = Math.sin(x) + chance.nextGaussian() / 2;
            rows.add(new DenseInstance(1, new double[] {ranks ? values.headSet(x).size() : x, sum > 0 ? 1 : 0}));
        }
        return rows;
    }

    /** Rows of a number of noise and one of ten countries, whose shares of a class are uniform numbers. */
    static Instances countries(int seed, int other, int size, List<String> names) {
        double[] shares = new Random(seed).doubles(10).toArray();
        Random chance = new Random(other);
        Instances rows = new Instances("rows", new ArrayList<>(List.of(
            new Attribute("country", names), new Attribute("x"), new Attribute("y", List.of("n", "p")))), size);
        rows.setClassIndex(2);
        for (int row = 0; row < size; row++) {
            int country = chance.nextInt(10);
            rows.add(new DenseInstance(1, new double[] {country, chance.nextGaussian(), chance.nextDouble() < shares[country] ? 1 : 0}));
        }
        return rows;
    }

    static double[] predicted(Instances rows, Instances others) throws Exception {
        SimpleCart made = new SimpleCart();
        made.buildClassifier(rows);
        double[] classes = new double[others.size()];
        for (int row = 0; row < classes.length; row++) {
            classes[row] = made.classifyInstance(others.get(row));
        }
        return classes;
    }

    /** What part of rows is predicted right, in percent. */
    static double right(double[] classes, Instances rows) {
        return 100. * IntStream.range(0, classes.length).filter(row -> classes[row] == rows.get(row).classValue()).count() / classes.length;
    }

    /** Whether a tree states shares of its rows that do not sum to the rows of a class. */
    static boolean isOff(Instances rows) throws Exception {
        SimpleCart made = new SimpleCart();
        made.buildClassifier(rows);
        double excess = 0;
        for (Instance row : rows) {
            excess += made.distributionForInstance(row)[1] - row.classValue();
        }
        return Math.abs(excess) > 1e-6;
    }

    static void sayTenths() throws Exception {
        int count = 0;
        int off = 0;
        int offRanks = 0;
        for (int seed = 0; seed < 100; seed++) {
            Instances rows = tenths(seed, false);
            Instances ranks = tenths(seed, true);
            count += Arrays.equals(predicted(rows, rows), predicted(ranks, ranks)) ? 0 : 1;
            off += isOff(rows) ? 1 : 0;
            offRanks += isOff(ranks) ? 1 : 0;
        }
        System.out.printf("C5: 1,000 tenths, computed in two ways, noisy classes: %d of 100 trees predict otherwise than those of ranks,"
            + " %d state shares of other rows, of ranks %d%n", count, off, offRanks);
    }

    static void sayCountries() throws Exception {
        List<String> names = List.of("China", "Denmark", "France", "UK", "US",
            "Hong Kong (China)", "Greenland (Denmark)", "Martinique (France)", "Bermuda (UK)", "Puerto Rico (US)");
        List<String> commas = names.stream().map(name -> name.replace(" (", ", ").replace(")", "")).toList();
        int count = 0;
        double got = 0;
        double renamed = 0;
        for (int seed = 0; seed < 100; seed++) {
            Instances others = countries(seed, 1000 + seed, 1000, names);
            double[] one = predicted(countries(seed, 2000 + seed, 200, names), others);
            double[] two = predicted(countries(seed, 2000 + seed, 200, commas), countries(seed, 1000 + seed, 1000, commas));
            count += Arrays.equals(one, two) ? 0 : 1;
            got += right(one, others) / 100;
            renamed += right(two, others) / 100;
        }
        System.out.printf("C8: ten countries, five as Puerto Rico (US) beside US: %d of 100 trees of 200 rows predict otherwise than with commas;"
            + " right are %.1f %%, with commas %.1f %%%n", count, got, renamed);
        System.out.printf("C8: Puerto Rico (US) known without rows: %d of 100 trees state shares of other rows, with commas %d%n", unlike(names), unlike(commas));
    }

    /** How many trees of countries, the last of them known without rows, state shares of rows that do not sum to the rows of a class. */
    static int unlike(List<String> names) throws Exception {
        int count = 0;
        for (int seed = 0; seed < 100; seed++) {
            Instances rows = countries(seed, 2000 + seed, 200, names);
            rows.removeIf(row -> row.value(0) == 9);
            count += isOff(rows) ? 1 : 0;
        }
        return count;
    }

    public static void main(String[] none) throws Exception {
        IntFunction<Instances> normal = seed -> rows(seed, false);
        IntFunction<Instances> whole = seed -> rows(seed, true);
        Class<?> unmeasured = fixed("C2", "(?=int attIndex = Utils.maxIndex)", "giniGains[data.classIndex()] = -Double.MAX_VALUE; ");
        say("C2", unmeasured, whole, "whole numbers");
        Class<?> leaves = fixed("C3", "(?=m_Alpha = errorDiff)", "for (SimpleCart child : m_Successors) { child.calculateAlphas(); } ");
        say("C3", leaves, normal, "normal numbers");
        Class<?> limits = fixed("C4", "(?<!double )currGiniGain = (?=computeGiniGain)",
            "currGiniGain = i < m_minNumObj || missingStart - i < m_minNumObj ? 0 : ");
        say("C4", limits, normal, "normal numbers");
        Class<?> ties = fixed("C7", "iteration--;", "iteration--; if (errors != null) { eval = new Evaluation(test); "
            + "eval.evaluateModel(this, test); errors[iteration] = eval.errorRate(); }");
        say("C7", ties, normal, "normal numbers");
        Class<?> own = fixed("C11", "data.numInstances\\(\\);( // total[\\s\\S]*?)data.instance\\(j\\)",
            "missingStart;$1data.instance(sortedIndices[j])");
        System.out.printf("C11: 100 trees of 200 rows: of 2,000 others %.1f %% are right; fixed in its source %.1f %%, by -H %.1f %%%n",
            right(SimpleCart.class), right(own), right(SimpleCart.class, "-H"));
        sayTenths();
        sayCountries();
    }
}
