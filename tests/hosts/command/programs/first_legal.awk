# Takes the first legal action of 56.
{
    match($0, /"id":[0-9]+/)
    id = substr($0, RSTART, RLENGTH)
    if (index($0, "\"type\":\"hello\""))
        print "{" id ",\"protocol\":1,\"games\":[\"fiftysix\"]}"
    else if (index($0, "\"type\":\"ask\"")) {
        match($0, /"legal":\[[^],]*/)
        print "{" id ",\"action\":" substr($0, RSTART + 9, RLENGTH - 9) "}"
    } else
        print "{" id "}"
    fflush()
}
