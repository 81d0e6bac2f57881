// How often ordinary data show an entry, asked of RandomTree and RandomForest alone, by default options:
// java -cp weka.jar ordinary.java

import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import weka.classifiers.Classifier;
import weka.classifiers.IteratedSingleClassifierEnhancer;
import weka.classifiers.trees.RandomForest;
import weka.classifiers.trees.RandomTree;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;

class Ordinary {
    /** Rows of a column x, of categories if any are named, and a response. */
    static Instances table(double[] x, double[] y, String... categories) {
        Attribute column = categories.length == 0 ? new Attribute("x") : new Attribute("x", List.of(categories));
        Instances rows = new Instances("rows", new ArrayList<>(List.of(column, new Attribute("y"))), 0);
        rows.setClassIndex(1);
        for (int row = 0; row < x.length; row++) {
            rows.add(new DenseInstance(1, new double[] {x[row], y[row]}));
        }
        return rows;
    }

    static <C extends Classifier> C grown(C made, Instances rows) throws Exception {
        made.buildClassifier(rows);
        return made;
    }

    /** The size of RandomTree's tree, as it prints it. */
    static String nodes(Instances rows, String... options) throws Exception {
        RandomTree tree = new RandomTree();
        tree.setOptions(options);
        return grown(tree, rows).toString().replaceAll("(?s).*Size of the tree : (\\d+).*", "$1");
    }

    static double[] predicted(Classifier model, Instances rows) throws Exception {
        double[] answers = new double[rows.size()];
        for (int row = 0; row < answers.length; row++) {
            answers[row] = model.classifyInstance(rows.get(row));
        }
        return answers;
    }

    /** 1,000 rows of a sine with noise. */
    static Instances sine(double offset, double size, double noise) {
        Random chance = new Random(1);
        double[] x = IntStream.range(0, 1000).mapToDouble(row -> row / 1000.).toArray();
        double[] y = IntStream.range(0, 1000).mapToDouble(row -> offset + size * (Math.sin(8 * x[row]) + noise * chance.nextGaussian())).toArray();
        return table(x, y);
    }

    /** Of 1,000 rows of billionths, the first three marked 99999999, what is predicted for the last, and what is right. */
    static String marked() throws Exception {
        Random chance = new Random(1);
        double[] x = IntStream.range(0, 1000).asDoubleStream().toArray();
        double[] y = IntStream.range(0, 1000).mapToDouble(row -> 1e-9 * (2 + Math.sin(8 * row / 1000.) + .1 * chance.nextGaussian())).toArray();
        double right = Arrays.stream(y, 3, 1000).average().orElseThrow();
        Arrays.fill(y, 0, 3, 99999999);
        Instances rows = table(x, y);
        return String.format("%.1f billionths; right is %.1f", 1e9 * predicted(grown(new RandomTree(), rows), rows)[999], 1e9 * right);
    }

    /** For how many of 1,000 tables, of tenths below 50 and 0 from there on, less than 0 is predicted. */
    static int negative() throws Exception {
        Random chance = new Random(1);
        int count = 0;
        for (int table = 0; table < 1000; table++) {
            double[] x = chance.ints(100, 0, 100).asDoubleStream().toArray();
            double[] y = Arrays.stream(x).map(one -> one < 50 ? (1 + chance.nextInt(100)) / 10. : 0).toArray();
            Instances rows = table(x, y);
            count += Arrays.stream(predicted(grown(new RandomTree(), rows), rows)).min().orElseThrow() < 0 ? 1 : 0;
        }
        return count;
    }

    /** The share of the variance of y that these answers leave. */
    static double unexplained(double[] y, double[] said) {
        double mean = Utils.mean(y);
        double left = 0;
        double all = 0;
        for (int row = 0; row < y.length; row++) {
            left += Math.pow(y[row] - said[row], 2);
            all += Math.pow(y[row] - mean, 2);
        }
        return left / all;
    }

    /** The right answers where one column of five categories is split and rows with a missing one are divided. */
    static double[] right(double[] c, double[] y) {
        double[] rows = new double[5];
        double[] sums = new double[5];
        double missing = 0;
        double sum = 0;
        for (int row = 0; row < c.length; row++) {
            if (Double.isNaN(c[row])) {
                missing++;
                sum += y[row];
            } else {
                rows[(int) c[row]]++;
                sums[(int) c[row]] += y[row];
            }
        }
        double known = c.length - missing;
        double divided = 0;
        double[] means = new double[5];
        for (int k = 0; k < 5; k++) {
            double share = rows[k] / known;
            means[k] = (sums[k] + share * sum) / (rows[k] + share * missing);
            divided += share * means[k];
        }
        double[] answers = new double[c.length];
        for (int row = 0; row < c.length; row++) {
            answers[row] = Double.isNaN(c[row]) ? divided : means[(int) c[row]];
        }
        return answers;
    }

    static Object read(Class<?> owner, Object object, String field) throws Exception {
        Field found = owner.getDeclaredField(field);
        found.setAccessible(true);
        return found.get(object);
    }

    static double bits(double... rows) {
        double all = Utils.sum(rows);
        return Arrays.stream(rows).filter(some -> some > 0).map(some -> some * Utils.log2(all / some)).sum();
    }

    /** The rows of a node by class; what its nodes gain, in bits of all their rows, is added to that of their columns. */
    static double[] addGains(Object node, double[] gains) throws Exception {
        int column = (int) read(node.getClass(), node, "m_Attribute");
        if (column < 0) {
            return (double[]) read(node.getClass(), node, "m_ClassDistribution");
        }
        double[] rows = new double[2];
        for (Object child : (Object[]) read(node.getClass(), node, "m_Successors")) {
            double[] some = addGains(child, gains);
            gains[column] -= bits(some);
            rows[0] += some[0];
            rows[1] += some[1];
        }
        gains[column] += bits(rows);
        return rows;
    }

    public static void main(String[] none) throws Exception {
        for (String unit : List.of("1", "1e-3")) {
            System.out.printf("RT1: 1,000 rows of a sine with a tenth of noise, times %s: nodes: %s%n", unit, nodes(sine(0, Double.parseDouble(unit), .1)));
        }
        System.out.printf("RT2: 1,000 rows of 10 sin 8x: nodes: %s; 1.7e9 higher: %s%n",
            nodes(sine(0, 10, 0)), nodes(sine(1.7e9, 10, 0)));
        System.out.printf("RT6: 1,000 rows of 1e-9 (2 + sin 8x) with noise, three marked 99999999: predicts %s%n", marked());
        System.out.printf("RT6: 1,000 tables of tenths where x < 50, else 0: %d predict less than 0%n", negative());
        Instances marked = sine(0, 1, .1);
        marked.subList(0, 3).forEach(row -> row.setClassValue(999));
        System.out.printf("RT9: 1,000 rows of a sine with a tenth of noise, three marked 999: nodes: %s; by -V 0: %s%n",
            nodes(marked), nodes(marked, "-V", "0"));
        Random chance = new Random(1);
        double got = 0;
        double right = 0;
        for (int sample = 0; sample < 50; sample++) {
            double[] c = new double[300];
            double[] y = new double[300];
            for (int row = 0; row < 300; row++) {
                int category = chance.nextInt(5);
                y[row] = 10 * category + chance.nextGaussian();
                c[row] = chance.nextInt(50) == 0 ? Double.NaN : category;
            }
            Instances rows = table(c, y, "p", "q", "r", "s", "t");
            got += unexplained(y, predicted(grown(new RandomTree(), rows), rows)) / 50;
            right += unexplained(y, right(c, y)) / 50;
        }
        System.out.printf("RT5: 300 rows, five categories 10 apart, 2 %% missing, 50 samples: %.0f %% unexplained; right is %.1f %%%n", 100 * got, 100 * right);
        ArrayList<Attribute> attributes = new ArrayList<>();
        for (String name : List.of("x", "a", "b", "c", "d")) {
            attributes.add(new Attribute(name));
        }
        attributes.add(new Attribute("y", List.of("n", "p")));
        Instances noisy = new Instances("rows", attributes, 1000);
        noisy.setClassIndex(5);
        chance.setSeed(1);
        for (int row = 0; row < 1000; row++) {
            double[] values = new double[6];
            for (int column = 0; column < 5; column++) {
                values[column] = chance.nextGaussian();
            }
            values[5] = values[0] > 0 == chance.nextInt(10) > 0 ? 1 : 0;
            noisy.add(new DenseInstance(1, values));
        }
        RandomForest forest = new RandomForest();
        forest.setComputeAttributeImportance(true);
        double[] worth = grown(forest, noisy).computeAverageImpurityDecreasePerAttribute(new double[6]);
        double[] gains = new double[6];
        for (Object tree : (Object[]) read(IteratedSingleClassifierEnhancer.class, forest, "m_Classifiers")) {
            addGains(read(RandomTree.class, tree, "m_Tree"), gains);
        }
        System.out.printf("RT8: one of 5 columns tells 90 %% of the classes of 1,000 rows: it gets %.2f, noise up to %.2f; by rows %.2f and %.2f%n",
            worth[0], Arrays.stream(worth, 1, 5).max().orElseThrow(), gains[0] / 100 / 1000, Arrays.stream(gains, 1, 5).max().orElseThrow() / 100 / 1000);
        Random missing = new Random(1);
        List<Double> weights = new ArrayList<>();
        for (int draw = 0; draw < 100; draw++) {
            Instances iris = new Instances(new InputStreamReader(RandomTree.class.getResourceAsStream("/weka/gui/beans/templates/iris.arff")));
            iris.setClassIndex(4);
            for (Instance one : iris) {
                for (int column = 0; column < 4; column++) {
                    if (missing.nextInt(10) == 0) {
                        one.setMissing(column);
                    }
                }
            }
            grown(new RandomTree(), iris).toString().lines().filter(line -> line.matches(".* : .*\\(.*"))
                .forEach(line -> weights.add(Double.parseDouble(line.replaceAll(".*\\(([0-9.]+)/.*", "$1"))));
        }
        System.out.printf("RT4: 100 times iris with a tenth missing: %d of %,d leaves weigh less than 1%n",
            weights.stream().filter(weight -> weight < 1).count(), weights.size());
    }
}
