// What h2o.java and spark.java share: the loop of the protocol, and data as arrays.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

class Speaking {
    static class Unsupported extends Exception {
        Unsupported(String why) {
            super(why);
        }
    }

    interface Operations {
        Object result(String operation, JsonNode input) throws Exception;
    }

    interface Training {
        void train(JsonNode data, JsonNode learner) throws Exception;
    }

    private static List<JsonNode> trained;  // the data and the learner of the model

    /** Answer each line of standard input, after the first by the operation that it names. */
    static void serve(Callable<Object> started, Operations operations, List<String> refusals) throws Exception {
        ObjectMapper json = new ObjectMapper();
        PrintStream answers = System.out;
        System.setOut(System.err);  // for the program's log
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            JsonNode message = json.readTree(line);
            if (message.get("cmd").asText().equals("stop")) {
                break;
            }
            boolean starts = message.get("cmd").asText().equals("start");
            answers.println(json.writeValueAsString(starts ? started.call() : ran(message, operations, refusals)));
            answers.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    static Object ran(JsonNode message, Operations operations, List<String> refusals) {
        try {
            Object result = operations.result(message.get("operation").asText(), message.get("input"));
            return Map.of("id", message.get("id"), "result", result);
        } catch (Unsupported refusal) {
            return Map.of("id", message.get("id"), "unsupported", refusal.getMessage());
        } catch (Throwable failure) {
            boolean refused = refusals.stream().anyMatch(why -> ("" + failure.getMessage()).contains(why));
            return Map.of("id", message.get("id"), refused ? "unsupported" : "error", failure.toString().split("\n")[0]);
        }
    }

    /** Train by the data and the learner of *input*, unless the last training that succeeded was by these. */
    static void train(JsonNode input, Training training) throws Exception {
        if (!input.has("data")) {
            throw new Unsupported("it predicts by what it grew itself");
        }
        requireKnown(input.get("data"));
        List<JsonNode> wished = List.of(input.get("data"), input.get("learner"));
        if (!wished.equals(trained)) {
            trained = null;
            training.train(input.get("data"), input.get("learner"));
            trained = wished;
        }
    }

    /** Refuse data of another kind by its name: it would be read as one of those that are known. */
    static void requireKnown(JsonNode data) throws Unsupported {
        JsonNode target = data.get("target");
        List<String> kinds = new ArrayList<>(List.of(target.get("kind").asText(), target.path("centre").asText("numbers")));
        data.get("features").forEach(feature -> kinds.add(feature.get("kind").asText()));
        kinds.removeAll(List.of("numeric", "categorical", "classes", "numbers"));
        if (!kinds.isEmpty()) {
            throw new Unsupported("it takes no data of the kind " + kinds.get(0));
        }
    }

    /** Who answers, and what it can do. */
    static Object introduction(String name, String version, String... capabilities) {
        Map<String, String> implementation = Map.of("name", name, "language", "Java", "version", version);
        return Map.of("version", 1, "capabilities", List.of(capabilities), "implementation", implementation);
    }

    static boolean isNumbers(JsonNode data) {
        return data.get("target").get("kind").asText().equals("numbers");
    }

    static Object label(double predicted, JsonNode data) {
        return isNumbers(data) ? (Object) predicted : data.get("target").get("classes").get((int) predicted);
    }

    /** The values of a column of *rows*, or the places of its categories among the *known* ones. */
    static double[] column(JsonNode known, JsonNode rows) throws Unsupported {
        JsonNode feature = known;
        for (JsonNode one : rows) {
            feature = one.get("name").equals(known.get("name")) ? one : feature;
        }
        if (known.get("kind").asText().equals("numeric")) {
            return numbers(feature.get("values"));
        }
        double[] codes = numbers(feature.get("codes"));
        List<String> places = Arrays.asList(labels(known.get("categories")));
        List<String> given = Arrays.asList(labels(feature.get("categories")));
        for (int row = 0; row < codes.length; row++) {
            codes[row] = Double.isNaN(codes[row]) ? codes[row] : places.indexOf(given.get((int) codes[row]));
            if (codes[row] < 0) {
                throw new Unsupported("a category never seen");
            }
        }
        return codes;
    }

    static double[] numbers(JsonNode values) {
        double[] made = new double[values.size()];
        Arrays.setAll(made, row -> number(values.get(row)));
        return made;
    }

    /** A number, or the text of a rational such as "3/7"; null is a missing value. */
    static double number(JsonNode told) {
        String[] parts = told.asText().split("/");
        return told.isNull() ? Double.NaN : Double.parseDouble(parts[0]) / (parts.length > 1 ? Double.parseDouble(parts[1]) : 1);
    }

    static String[] labels(JsonNode names) {
        String[] made = new String[names.size()];
        Arrays.setAll(made, place -> names.get(place).asText());
        return made;
    }

    static Map<String, Object> asks(String how, JsonNode feature, String key, Object value) {
        return Map.of("ask", how, "feature", feature.get("name"), key, value);
    }
}
