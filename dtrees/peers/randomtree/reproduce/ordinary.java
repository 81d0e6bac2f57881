// How often ordinary data show an entry, asked of RandomTree and RandomForest alone, by default options:
// java -cp weka.jar ordinary.java

import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import weka.classifiers.Classifier;
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
    static String nodes(Instances rows) throws Exception {
        return grown(new RandomTree(), rows).toString().replaceAll("(?s).*Size of the tree : (\\d+).*", "$1");
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

    public static void main(String[] none) throws Exception {
        for (String unit : List.of("1", "1e-3", "1e-5")) {
            System.out.printf("RT1: 1,000 rows of a sine with a tenth of noise, times %s: nodes: %s%n", unit, nodes(sine(0, Double.parseDouble(unit), .1)));
        }
        Instances tiny = sine(0, 1e-5, .1);
        double left = unexplained(tiny.attributeToDoubleArray(1), predicted(grown(new RandomForest(), tiny), tiny));
        System.out.printf("RT1: times 1e-5, RandomForest: %.0f %% unexplained%n", 100 * left);
        System.out.printf("RT2: 1,000 rows of 10 sin 8x: nodes: %s; 1.7e9 higher: %s%n",
            nodes(sine(0, 10, 0)), nodes(sine(1.7e9, 10, 0)));
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
        Instances iris = new Instances(new InputStreamReader(RandomTree.class.getResourceAsStream("/weka/gui/beans/templates/iris.arff")));
        iris.setClassIndex(4);
        Random missing = new Random(1);
        for (Instance one : iris) {
            for (int column = 0; column < 4; column++) {
                if (missing.nextInt(10) == 0) {
                    one.setMissing(column);
                }
            }
        }
        double[] weights = grown(new RandomTree(), iris).toString().lines().filter(line -> line.matches(".* : .*\\(.*"))
            .mapToDouble(line -> Double.parseDouble(line.replaceAll(".*\\(([0-9.]+)/.*", "$1"))).toArray();
        System.out.printf("RT4: iris with a tenth missing: %d of %d leaves weigh less than 1%n",
            Arrays.stream(weights).filter(weight -> weight < 1).count(), weights.length);
    }
}
