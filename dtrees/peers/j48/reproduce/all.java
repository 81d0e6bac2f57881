// What J48 gets wrong, or takes over from C4.5 release 8, asked of Weka alone:  java -cp weka.jar all.java
// A line says the number of J48's leaves, and the exact number.

import java.io.StringReader;
import java.util.Arrays;
import weka.classifiers.trees.J48;
import weka.core.Instances;

class Reproduce {
    /** The leaves of J48's tree, by default unpruned (-U -O), without -M and without the correction by log2(cuts) / N (-J). */
    static String leaves(String columns, String options, String... rows) {
        StringBuilder arff = new StringBuilder("@relation r\n");
        for (String column : columns.split(" ")) {
            String[] parts = column.split(":");
            String values = parts.length == 1 ? "numeric" : "{" + parts[1] + "}";
            arff.append("@attribute ").append(parts[0]).append(' ').append(values).append('\n');
        }
        arff.append("@data\n").append(String.join("\n", rows)).append('\n');
        try {
            Instances data = new Instances(new StringReader(arff.toString()));
            data.setClass(data.attribute("y"));
            J48 tree = new J48();
            tree.setOptions((options.isEmpty() ? "-U -O -J -M 0" : options).split(" "));
            tree.buildClassifier(data);
            String cut = tree.toString().lines().filter(line -> line.contains("0.12")).findFirst().orElse("");
            return ((int) tree.measureNumLeaves() + " " + cut).strip();
        } catch (Throwable failure) {
            return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        }
    }

    static String[] times(int count, String row) {
        String[] rows = new String[count];
        Arrays.fill(rows, row);
        return rows;
    }

    static String[] concat(String[] one, String... two) {
        String[] all = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, all, one.length, two.length);
        return all;
    }

    static void say(String entry, String answer, Object exact) {
        System.out.printf("%s: got %s; right is %s%n", entry, answer, exact);
    }

    public static void main(String[] none) {
        String xy = "x y:n,p";
        String cxy = "c:a,b x y:n,p";
        say("J1", leaves(xy, "-R -M 0", "1,n", "2,p", "3,n", "4,p"), "a tree");
        say("J2", leaves(xy, "", "1e308,n", "1e308,n", "1.7e308,p", "1.7e308,p"), 2);
        say("J3", leaves(cxy, "", "a,0,n", "b,0,p"), 2);
        say("J3", leaves("c:a,b k y:n,p", "", "a,0,n", "a,0,n", "a,0,n", "b,0,p"), 2);
        say("J3", leaves("c:a,b y:n,p", "", "a,n", "a,n", "a,n", "b,p") + " without k", 2);
        String[] towns = new String[40];
        String[] people = new String[100];
        for (int row = 0; row < 100; row++) {
            towns[row % 40] = "t" + row % 40;
            people[row] = "t" + row % 40 + "," + row * 37 % 100 + (row % 40 % 2 == 0 ? ",n" : ",p");
        }
        String town = "c:" + String.join(",", towns);
        say("J3", leaves(town + " x y:n,p", "-C 0.25 -M 2", people), 40);
        String[] alone = Arrays.stream(people).map(row -> row.replaceFirst(",[0-9]+", "")).toArray(String[]::new);
        say("J3", leaves(town + " y:n,p", "-C 0.25 -M 2", alone) + " without x", 40);
        say("J5", leaves(cxy, "", "a,0,n,{4}", "b,0,p,{3}"), 2);
        say("J5", leaves(cxy, "", concat(times(4, "a,0,n"), times(3, "b,0,p"))) + " of as many rows", 2);
        say("J6", leaves(xy, "", "0,n", "0.000009,p"), 2);
        say("J7", leaves(xy, "", "0,n,{11}", "1,p,{11}"), 2);
        say("J7", leaves(xy, "", concat(times(11, "0,n"), times(11, "1,p"))) + " of as many rows", 2);
        say("J9", leaves("c:a,b,c y:n,p", "", "a,p", "a,n,{1e6}", "b,n"), "more than 1");
        say("J9", leaves("c:a,b d:a,b y:n,p", "", "a,a,n,{1e8}", "b,b,p,{1e8}", "b,a,n"), 2);
        say("J11", leaves("c:a,b,c y:n,p", "-U -J -M 0", "c,n", "c,p,{.001}", "a,p,{.001}", "b,n,{2}"), 3);
        say("J11", leaves("c:a,b y:n,p", "-C 0.25 -M 2", "a,n,{20000}", "b,n,{10000}", "b,p,{10000.0005}"), "2, as by -O");
        say("J12", leaves("x y:n", "", "0,n", "1,n"), 1);
        say("J13", leaves(xy, "", "0.1234564,n", "1,p"), "2 x <= 0.1234564: n (1.0)");
        say("J14", leaves(xy, "", concat(times(20, "0,n"), "1,p")), 2);
        say("J21", leaves(xy, "-U -O -J -M 30", concat(times(975, "1,n"), times(25, "0,p"))), 1);
        say("J20", leaves(xy, "-U -O -M 0", "1,n", "2,p", "3,n"), 3);
    }
}
