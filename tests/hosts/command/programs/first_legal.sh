# Takes the first legal action of 56, in any shell.
while IFS= read -r line; do
    id=${line#*\"id\":}
    id=${id%%[,\}]*}
    case $line in
    *'"type":"hello"'*) printf '{"id":%s,"protocol":1,"games":["fiftysix"]}\n' "$id" ;;
    *'"type":"ask"'*)
        legal=${line#*\"legal\":[}
        printf '{"id":%s,"action":%s}\n' "$id" "${legal%%[],]*}"
        ;;
    *) printf '{"id":%s}\n' "$id" ;;
    esac
done
