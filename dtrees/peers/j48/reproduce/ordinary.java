// How often ordinary data show an entry, asked of J48 alone, by default options but those a line names:  java -cp weka.jar ordinary.java

import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import weka.classifiers.trees.J48;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;

class Ordinary {
    static int leaves(Instances rows) throws Exception {
        J48 tree = new J48();
        tree.buildClassifier(rows);
        return (int) tree.measureNumLeaves();
    }

    /** The first question of the tree, as printed. */
    static String first(Instances rows) throws Exception {
        J48 tree = new J48();
        tree.buildClassifier(rows);
        return tree.toString().lines().filter(line -> line.contains("<=")).findFirst().orElseThrow();
    }

    static Instances stored(String name) throws Exception {
        Instances all = new Instances(new InputStreamReader(J48.class.getResourceAsStream("/weka/gui/beans/templates/" + name)));
        all.setClassIndex(all.numAttributes() - 1);
        return all;
    }

    /** iris, its measures changed by a function, each row of this weight, written out so many times. */
    static Instances iris(DoubleUnaryOperator change, double weight, int times) throws Exception {
        Instances all = stored("iris.arff");
        Instances rows = new Instances(all, 0);
        for (Instance one : all) {
            for (int column = 0; column < 4; column++) {
                one.setValue(column, change.applyAsDouble(one.value(column)));
            }
            one.setWeight(weight);
            for (int k = 0; k < times; k++) {
                rows.add(one);
            }
        }
        return rows;
    }

    /** No rows of a column of so many towns, a column of numbers, and two classes. */
    static Instances table(int towns) {
        List<String> names = IntStream.range(0, towns).mapToObj(town -> "t" + town).toList();
        ArrayList<Attribute> columns = new ArrayList<>(List.of(new Attribute("town", names), new Attribute("x"), new Attribute("y", List.of("n", "p"))));
        Instances rows = new Instances("rows", columns, 0);
        rows.setClassIndex(rows.numAttributes() - 1);
        return rows;
    }

    static void add(Instances rows, int times, double weight, double... values) {
        for (int k = 0; k < times; k++) {
            rows.add(new DenseInstance(weight, values.clone()));
        }
    }

    /** Whether J48 with -M 50 leaves fewer rows to a leaf: 2,000 normal numbers, class p if one and a tenth of another exceed 2. */
    static boolean isBelow(int seed) throws Exception {
        Random chance = new Random(seed);
        Instances rows = table(1);
        for (int row = 0; row < 2000; row++) {
            double x = chance.nextGaussian();
            add(rows, 1, 1, 0, x, x + chance.nextGaussian() / 10 > 2 ? 1 : 0);
        }
        rows.deleteAttributeAt(0);
        J48 tree = new J48();
        tree.setMinNumObj(50);
        tree.buildClassifier(rows);
        return Pattern.compile("\\((\\d+)").matcher(tree.toString()).results().anyMatch(leaf -> Integer.parseInt(leaf.group(1)) < 50);
    }

    /** 1,000,000 rows of two tossed coins and their XOR with a tenth of noise, as weights of the eight kinds; a third column may be the XOR. */
    static Instances coins(int seed, boolean product) {
        Random chance = new Random(seed);
        double[] counts = new double[8];
        for (int row = 0; row < 1000000; row++) {
            int kind = chance.nextInt(4);
            counts[2 * kind + ((kind == 1 || kind == 2) == chance.nextDouble() < .9 ? 1 : 0)]++;
        }
        List<String> sides = List.of("h", "t");
        Instances rows = new Instances("rows", new ArrayList<>(List.of(
            new Attribute("a", sides), new Attribute("b", sides), new Attribute("ab", sides), new Attribute("y", List.of("n", "p")))), 0);
        for (int kind = 0; kind < 8; kind++) {
            add(rows, 1, counts[kind], kind / 4, kind / 2 % 2, product ? (kind / 4 + kind / 2) % 2 : 0, kind % 2);
        }
        rows.setClassIndex(3);
        return rows;
    }

    /** 1,000 days whose weights halve every 30: a product sold on the first 200 days alone has class p in nine of ten, two others in one, two in seven. */
    static Instances sold(int seed) {
        Random chance = new Random(seed);
        Instances rows = table(5);
        for (int day = 0; day < 1000; day++) {
            int product = chance.nextInt(day < 200 ? 5 : 4);
            double share = product == 4 ? .9 : product < 2 ? .1 : .7;
            add(rows, 1, Math.pow(2, (day - 999) / 30.), product, 0, chance.nextDouble() < share ? 1 : 0);
        }
        return rows;
    }

    /** Of how many of 100 tables most rows of the old product are of class p, and are predicted n, with weights times *scale*. */
    static int old(double scale) throws Exception {
        int count = 0;
        for (int seed = 0; seed < 100; seed++) {
            Instances rows = sold(seed);
            rows.forEach(row -> row.setWeight(row.weight() * scale));
            J48 tree = new J48();
            tree.buildClassifier(rows);
            Instances old = new Instances(rows);
            old.removeIf(row -> row.value(0) != 4);
            boolean isSplit = tree.measureNumLeaves() == 5;
            count += isSplit && old.sumOfWeights() < 2 * weight(old) && tree.classifyInstance(old.get(0)) == 0 ? 1 : 0;
        }
        return count;
    }

    /** The weight of class p. */
    static double weight(Instances rows) {
        return rows.stream().filter(row -> row.classValue() == 1).mapToDouble(Instance::weight).sum();
    }

    /** The leaves, and the rows predicted wrong, of credit-g with weights of 1/1000. */
    static String credit(String... options) throws Exception {
        Instances rows = stored("credit-g.arff");
        rows.forEach(row -> row.setWeight(.001));
        J48 tree = new J48();
        tree.setOptions(options);
        tree.buildClassifier(rows);
        int wrong = 0;
        for (Instance row : rows) {
            wrong += tree.classifyInstance(row) == row.classValue() ? 0 : 1;
        }
        return (int) tree.measureNumLeaves() + " leaves, " + wrong + " wrong";
    }

    public static void main(String[] none) throws Exception {
        Instances beside = table(40);
        for (int row = 0; row < 100; row++) {
            add(beside, 1, 1, row % 40, 7, row % 40 % 2);
        }
        Instances alone = new Instances(beside);
        alone.deleteAttributeAt(1);
        System.out.printf("J3: 40 towns that tell the class of 100 rows: alone %d leaves%n", leaves(alone));
        int unused = 0;
        for (int seed = 0; seed < 100; seed++) {
            Random chance = new Random(seed);
            beside.forEach(row -> row.setValue(1, chance.nextGaussian()));
            unused += leaves(beside) == 1 ? 1 : 0;
        }
        System.out.printf("J3: 1 leaf beside %d of 100 columns of noise%n", unused);
        System.out.printf("J6: iris: %d leaves, times 1e-5: %d%n", leaves(iris(value -> value, 1, 1)), leaves(iris(value -> value * 1e-5, 1, 1)));
        Instances petals = iris(value -> value, 1, 1);
        petals.forEach(row -> IntStream.of(2, 3).forEach(column -> row.setValue(column, row.value(column) * 1e-6)));
        System.out.printf("J6: iris, petals times 1e-6: asks first %s%n", first(petals).split(" ")[0]);
        Instances inches = iris(value -> value / 2.54, 1, 1);
        String first = first(inches);
        double printed = Double.parseDouble(first.split("[ :]")[2]);
        System.out.printf("J13: iris in inches: %s of %s rows, by what is printed %d%n", first.split(":")[0], first.replaceAll(".*\\((\\d+).*", "$1"),
            inches.stream().filter(row -> row.value(3) <= printed).count());
        System.out.printf("J7: iris with weights of 100: %d leaves, written out %d%n",
            leaves(iris(value -> value, 100, 1)), leaves(iris(value -> value, 1, 100)));
        Instances weighted = table(10);
        Instances written = table(10);
        for (int row = 0; row < 20; row++) {
            int town = row / 2;
            int weight = row % 2 == 0 ? 19 : 1;
            add(weighted, 1, weight, town, 7, (town + row) % 2);
            add(written, weight, 1, town, 7, (town + row) % 2);
        }
        System.out.printf("J5: ten towns that tell 95 %% of the classes: 20 weighted rows: %d leaf, written out: %d leaves%n",
            leaves(weighted), leaves(written));
        int below = 0;
        for (int seed = 0; seed < 1000; seed++) {
            below += isBelow(seed) ? 1 : 0;
        }
        System.out.printf("J21: 2,000 numbers, -M 50: %d of 1,000 trees have a leaf of fewer than 50 rows%n", below);
        int leaf = 0;
        int kept = 0;
        for (int seed = 0; seed < 100; seed++) {
            leaf += leaves(coins(seed, false)) == 1 ? 1 : 0;
            kept += leaves(coins(seed, true)) == 1 ? 1 : 0;
        }
        System.out.printf("J9: noisy XOR of 1,000,000 rows: %d of 100 trees are a leaf, with the product %d%n", leaf, kept);
        System.out.printf("J10: weights halve every 30 of 1,000 days: %d of 100 trees predict n of a product of the first 200 days that is p,"
            + " with weights times 1e6 %d%n", old(1), old(1e6));
        System.out.printf("J11: credit-g, weights that sum to 1, -U -M 0: %s, with -O %s%n",
            credit("-U", "-M", "0"), credit("-U", "-O", "-M", "0"));
    }
}
