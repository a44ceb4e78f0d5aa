import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Takes the first legal action of 56. */
public class FirstLegal {
    public static void main(String[] words) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = lines.readLine()) != null) {
            String reply = "{\"id\":" + between(line, "\"id\":", "[,}]");
            if (line.contains("\"type\":\"hello\"")) {
                reply += ",\"protocol\":1,\"games\":[\"fiftysix\"]";
            } else if (line.contains("\"type\":\"ask\"")) {
                reply += ",\"action\":" + between(line, "\"legal\":[", "[],]");
            }
            System.out.print(reply + "}\n");
            System.out.flush();
        }
    }

    private static String between(String line, String before, String after) {
        return line.substring(line.indexOf(before) + before.length()).split(after, 2)[0];
    }
}
