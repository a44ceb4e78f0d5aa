# Takes the first legal action of 56.
use strict;
use warnings;
use JSON::PP;

$| = 1;
while (my $line = <STDIN>) {
    my $asked = decode_json($line);
    my %reply = (id => $asked->{id});
    @reply{"protocol", "games"} = (1, ["fiftysix"]) if $asked->{type} eq "hello";
    $reply{action} = $asked->{legal}[0] if $asked->{type} eq "ask";
    print encode_json(\%reply), "\n";
}
