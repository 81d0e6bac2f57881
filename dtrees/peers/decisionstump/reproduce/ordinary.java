// How often ordinary data show an entry, asked of DecisionStump alone, by default options:  java -cp weka.jar ordinary.java

import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import weka.classifiers.Classifier;
import weka.classifiers.meta.AdaBoostM1;
import weka.classifiers.meta.AdditiveRegression;
import weka.classifiers.meta.Bagging;
import weka.classifiers.trees.DecisionStump;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

class Ordinary {
    /** No rows of columns of numbers and a response, or a class n or p. */
    static Instances table(int columns, boolean classes) {
        ArrayList<Attribute> attributes = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            attributes.add(new Attribute("x" + column));
        }
        attributes.add(classes ? new Attribute("y", List.of("n", "p")) : new Attribute("y"));
        Instances rows = new Instances("rows", attributes, 0);
        rows.setClassIndex(columns);
        return rows;
    }

    static void add(Instances rows, double... values) {
        rows.add(new DenseInstance(1, values.clone()));
    }

    static <C extends Classifier> C grown(C made, Instances rows) throws Exception {
        made.buildClassifier(rows);
        return made;
    }

    /** The split as it is printed, without what is predicted. */
    static String split(Instances rows) throws Exception {
        return grown(new DecisionStump(), rows).toString().lines().filter(line -> line.contains("<=")).findFirst().orElse("none").split(" : ")[0];
    }

    static int right(Classifier model, Instances rows) throws Exception {
        grown(model, rows);
        int count = 0;
        for (int row = 0; row < rows.size(); row++) {
            count += model.classifyInstance(rows.get(row)) == rows.get(row).classValue() ? 1 : 0;
        }
        return count;
    }

    static double[] predicted(Classifier model, Instances rows) throws Exception {
        grown(model, rows);
        double[] answers = new double[rows.size()];
        for (int row = 0; row < answers.length; row++) {
            answers[row] = model.classifyInstance(rows.get(row));
        }
        return answers;
    }

    /** How many rows of iris are predicted right if each weighs so much. */
    static int rightOfIris(double weight) throws Exception {
        Instances iris = new Instances(new InputStreamReader(DecisionStump.class.getResourceAsStream("/weka/gui/beans/templates/iris.arff")));
        iris.setClassIndex(4);
        iris.forEach(row -> row.setWeight(weight));
        return right(new DecisionStump(), iris);
    }

    /** How many rows are predicted right if a column is a constant for one class and missing for the other. */
    static int rightOf(double constant) throws Exception {
        Instances rows = table(1, true);
        for (int row = 0; row < 40; row++) {
            add(rows, row % 2 == 0 ? constant : Double.NaN, row % 2);
        }
        return right(new DecisionStump(), rows);
    }

    /** Of 1,000 rows of billionths, the first three marked 99999999, what is predicted for the last, and what is right. */
    static String marked() throws Exception {
        Random chance = new Random(1);
        Instances rows = table(1, false);
        double sum = 0;
        for (int row = 0; row < 1000; row++) {
            double y = 1e-9 * (2 + Math.sin(8 * row / 1000.) + .1 * chance.nextGaussian());
            add(rows, row, row < 3 ? 99999999 : y);
            sum += row < 3 ? 0 : y;
        }
        return String.format("%.1f billionths; right is %.1f", 1e9 * predicted(new DecisionStump(), rows)[999], 1e9 * sum / 997);
    }

    /** For how many of 1,000 tables, of tenths below 50 and 0 from there on, less than 0 is predicted. */
    static int negative() throws Exception {
        Random chance = new Random(1);
        int count = 0;
        for (int table = 0; table < 1000; table++) {
            Instances rows = table(1, false);
            for (int row = 0; row < 100; row++) {
                int x = chance.nextInt(100);
                add(rows, x, x < 50 ? (1 + chance.nextInt(100)) / 10. : 0);
            }
            count += Arrays.stream(predicted(new DecisionStump(), rows)).min().orElseThrow() < 0 ? 1 : 0;
        }
        return count;
    }

    /** How many of 1,000 steps with noise in 100 times of so many seconds are split elsewhere when the times count from 1.7e9. */
    static int elsewhere(int seconds) throws Exception {
        Random chance = new Random(1);
        int count = 0;
        for (int table = 0; table < 1000; table++) {
            Instances near = table(1, false);
            Instances far = table(1, false);
            int step = 10 + chance.nextInt(80);
            for (int row = 0; row < 100; row++) {
                double time = Math.rint(seconds * ((row < step ? 0 : .5) + chance.nextDouble() / 2));
                add(near, row, time);
                add(far, row, 1.7e9 + time);
            }
            count += split(near).equals(split(far)) ? 0 : 1;
        }
        return count;
    }

    /** Tenths, computed in two ways. */
    static TreeSet<Double> tenths() {
        TreeSet<Double> values = new TreeSet<>();
        for (int k = 1; k <= 100; k++) {
            values.addAll(List.of(k * .1, k / 10.));
        }
        return values;
    }

    /** How many of 100 noisy sines of 1,000 tenths are predicted otherwise than by the ranks of the tenths. */
    static int otherwise(Classifier model) throws Exception {
        TreeSet<Double> values = tenths();
        Random chance = new Random(1);
        int count = 0;
        for (int table = 0; table < 100; table++) {
            Instances rows = table(1, false);
            Instances ranked = table(1, false);
            for (int row = 0; row < 1000; row++) {
                int k = 1 + chance.nextInt(100);
                double x = row % 2 == 0 ? k * .1 : k / 10.;
                double y = Math.sin(x) + chance.nextGaussian();
                add(rows, x, y);
                add(ranked, values.headSet(x).size(), y);
            }
            double[] got = predicted(model, rows);
            double[] right = predicted(model, ranked);
            boolean differs = false;
            for (int row = 0; row < 1000; row++) {
                differs |= Math.abs(got[row] - right[row]) > 1e-9;
            }
            count += differs ? 1 : 0;
        }
        return count;
    }

    /** For how many thresholds t a stump of tenths, computed in two ways, or of their *ranks*, predicts rows of class x > t wrong. */
    static String wrong(boolean ranks) throws Exception {
        TreeSet<Double> values = tenths();
        List<Double> between = new ArrayList<>();
        for (int k = 1; k <= 100; k++) {
            if (k * .1 != k / 10.) {
                between.add(k / 10.);
            }
        }
        int count = 0;
        for (double t : between) {
            Instances rows = table(1, true);
            for (int row = 0; row < 1000; row++) {
                int k = 1 + row / 10;
                double x = row % 2 == 0 ? k * .1 : k / 10.;
                add(rows, ranks ? values.headSet(x).size() : x, x > t ? 1 : 0);
            }
            count += right(new DecisionStump(), rows) < 1000 ? 1 : 0;
        }
        return ranks ? "by ranks " + count : count + " of " + between.size() + " thresholds rows are predicted wrong";
    }

    public static void main(String[] none) throws Exception {
        Instances rare = table(1, false);
        for (int row = 0; row < 19; row++) {
            add(rare, 0, 100 + row % 3);
        }
        add(rare, 1, 150);
        Bagging bagging = new Bagging();
        bagging.setClassifier(new DecisionStump());
        System.out.printf("DS3: 19 responses of 100 to 102 at 0, one of 150 at 1: Bagging predicts %.0f at 0%n",
            grown(bagging, rare).classifyInstance(rare.get(0)));
        Random chance = new Random(1);
        Instances marked = table(2, true);
        for (int row = 0; row < 40; row++) {
            add(marked, row % 2 == 0 ? 1 : Double.NaN, chance.nextGaussian(), row % 2);
        }
        System.out.printf("DS5: 40 rows split by a mark beside a random column: %d are right, AdaBoostM1: %d%n",
            right(new DecisionStump(), marked), right(new AdaBoostM1(), marked));
        System.out.printf("DS1: 1,000 random steps in 100 times within a minute: %d are split elsewhere, within an hour %d%n", elsewhere(60), elsewhere(3600));
        System.out.printf("DS2: 1,000 tenths, computed in two ways, sin x with noise: %d of 100 stumps predict rows wrong, AdditiveRegression %d%n",
            otherwise(new DecisionStump()), otherwise(new AdditiveRegression()));
        System.out.printf("DS2: 1,000 tenths, computed in two ways, classes x > t: for %s, %s%n", wrong(false), wrong(true));
        System.out.printf("DS4: iris, each row of weight 1e-9: %d are right, of weight 1 %d%n", rightOfIris(1e-9), rightOfIris(1));
        System.out.printf("DS6: 1,000 rows of 1e-9 (2 + sin 8x) with noise, three marked 99999999: predicts %s%n", marked());
        System.out.printf("DS6: 1,000 tables of tenths where x < 50, else 0: %d predict less than 0%n", negative());
        System.out.printf("DS8: 40 rows, a column 0 for one class and missing for the other: %d are right; 1 for 0: %d%n", rightOf(0), rightOf(1));
    }
}
