/* Takes the first legal action of 56. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        long id = atol(strstr(line, "\"id\":") + 5);
        if (strstr(line, "\"type\":\"hello\"")) {
            printf("{\"id\":%ld,\"protocol\":1,\"games\":[\"fiftysix\"]}\n", id);
        } else if (strstr(line, "\"type\":\"ask\"")) {
            char *legal = strstr(line, "\"legal\":[") + 9;
            printf("{\"id\":%ld,\"action\":%.*s}\n", id, (int)strcspn(legal, ",]"), legal);
        } else {
            printf("{\"id\":%ld}\n", id);
        }
        fflush(stdout);
    }
    return 0;
}
