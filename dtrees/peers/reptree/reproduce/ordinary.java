// How often ordinary data show an entry, asked of REPTree alone, by default options:  java -cp weka.jar ordinary.java

import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weka.classifiers.trees.REPTree;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;

class Ordinary {
    /** No rows of a column x, of categories if any are named, and a response. */
    static Instances table(String... categories) {
        Attribute x = categories.length == 0 ? new Attribute("x") : new Attribute("x", List.of(categories));
        Instances rows = new Instances("rows", new ArrayList<>(List.of(x, new Attribute("y"))), 0);
        rows.setClassIndex(1);
        return rows;
    }

    static REPTree grown(Instances rows) throws Exception {
        REPTree tree = new REPTree();
        tree.buildClassifier(rows);
        return tree;
    }

    /** 1,000 rows of a sine with noise. */
    static Instances sine(int seed, double offset, double size, double noise) {
        Random chance = new Random(seed);
        Instances rows = table();
        for (int row = 0; row < 1000; row++) {
            double x = row / 1000.;
            rows.add(new DenseInstance(1, new double[] {x, offset + size * (Math.sin(8 * x) + noise * chance.nextGaussian())}));
        }
        return rows;
    }

    /** Of 1,000 rows of billionths, the first three marked 99999999, what is predicted for the last, and what is right. */
    static String marked() throws Exception {
        Random chance = new Random(1);
        Instances rows = table();
        double sum = 0;
        for (int row = 0; row < 1000; row++) {
            double y = 1e-9 * (2 + Math.sin(8 * row / 1000.) + .1 * chance.nextGaussian());
            rows.add(new DenseInstance(1, new double[] {row, row < 3 ? 99999999 : y}));
            sum += row < 3 ? 0 : y;
        }
        return String.format("%.1f billionths; right is %.1f", 1e9 * grown(rows).classifyInstance(rows.get(999)), 1e9 * sum / 997);
    }

    /** For how many of 1,000 tables, of tenths below 50 and 0 from there on, less than 0 is predicted. */
    static int negative() throws Exception {
        Random chance = new Random(1);
        int count = 0;
        for (int table = 0; table < 1000; table++) {
            Instances rows = table();
            for (int row = 0; row < 100; row++) {
                int x = chance.nextInt(100);
                rows.add(new DenseInstance(1, new double[] {x, x < 50 ? (1 + chance.nextInt(100)) / 10. : 0}));
            }
            REPTree tree = grown(rows);
            boolean less = false;
            for (Instance row : rows) {
                less |= tree.classifyInstance(row) < 0;
            }
            count += less ? 1 : 0;
        }
        return count;
    }

    static Object read(Object object, String field) throws Exception {
        Field found = object.getClass().getDeclaredField(field);
        found.setAccessible(true);
        return found.get(object);
    }

    /** The errors of a branch's leaves at the rows that prune; *kept* counts branches of the same errors as their node but for rounding. */
    static double errors(Object node, int[] kept) throws Exception {
        double own = (double) read(node, "m_HoldOutError");
        if ((int) read(node, "m_Attribute") < 0) {
            return own;
        }
        double sum = 0;
        for (Object child : (Object[]) read(node, "m_Successors")) {
            sum += errors(child, kept);
        }
        kept[0] += Math.abs(sum - own) < 1e-9 ? 1 : 0;
        return sum;
    }

    public static void main(String[] none) throws Exception {
        for (String unit : List.of("1", "1e-3", "1e-5")) {
            REPTree tree = grown(sine(1, 0, Double.parseDouble(unit), .1));
            System.out.printf("T1: 1,000 rows of a sine with a tenth of noise, times %s: nodes: %d%n", unit, tree.numNodes());
        }
        System.out.printf("T2: 1,000 rows of 10 sin 8x: nodes: %d; 1.7e9 higher: %d%n",
            grown(sine(1, 0, 10, 0)).numNodes(), grown(sine(1, 1.7e9, 10, 0)).numNodes());
        System.out.printf("T6: 1,000 rows of 1e-9 (2 + sin 8x) with noise, three marked 99999999: predicts %s%n", marked());
        System.out.printf("T6: 1,000 tables of tenths where x < 50, else 0: %d predict less than 0%n", negative());
        int most = 0;
        int least = 1000;
        for (int seed = 0; seed < 100; seed++) {
            Instances marked = sine(seed, 0, 1, .1);
            marked.subList(0, 3).forEach(row -> row.setClassValue(999));
            REPTree whole = new REPTree();
            whole.setMinVarianceProp(0);
            whole.buildClassifier(marked);
            most = Math.max(most, grown(marked).numNodes());
            least = Math.min(least, whole.numNodes());
        }
        System.out.printf("T9: 100 tables of a sine with a tenth of noise, three of 1,000 rows marked 999: at most %d nodes; by -V 0: at least %d%n",
            most, least);
        for (int far : new int[] {0, 299}) {
            Instances step = table();
            for (int row = 0; row < 300; row++) {
                step.add(new DenseInstance(1, new double[] {row, (row < 150 ? 0 : 1) + (row == far ? 10 : 0)}));
            }
            System.out.printf("T4: 300 rows of a step from 0 to 1, one of 10 more: nodes: %d%n", grown(step).numNodes());
        }
        Instances towns = table("p", "q", "r", "s", "t", "u");
        int[] sizes = {100, 80, 60, 40, 19, 1};
        for (int town = 0; town < 6; town++) {
            for (int row = 0; row < sizes[town]; row++) {
                towns.add(new DenseInstance(1, new double[] {town, town}));
            }
        }
        String last = grown(towns).toString().lines().filter(line -> line.startsWith("x = u")).findFirst().orElse("");
        System.out.printf("T5: six towns of 100, 80, 60, 40, 19 and 1 rows: rows of the last leaf: %s%n", last.replaceAll(".*\\((\\d+)/.*", "$1"));
        int trees = 0;
        Random chance = new Random(1);
        for (int draw = 0; draw < 1000; draw++) {
            Instances iris = new Instances(new InputStreamReader(REPTree.class.getResourceAsStream("/weka/gui/beans/templates/iris.arff")));
            iris.setClassIndex(4);
            for (Instance one : iris) {
                for (int column = 0; column < 4; column++) {
                    if (chance.nextInt(10) == 0) {
                        one.setMissing(column);
                    }
                }
            }
            int[] kept = {0};
            errors(read(grown(iris), "m_Tree"), kept);
            trees += kept[0] > 0 ? 1 : 0;
        }
        System.out.printf("T7: 1,000 times iris with a tenth missing: %d trees%n", trees);
    }
}
