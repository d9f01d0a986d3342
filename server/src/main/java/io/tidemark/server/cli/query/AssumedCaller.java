package io.tidemark.server.cli.query;

import io.tidemark.data.text.NearestName;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.snapshot.ServedSnapshot;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The caller that a command on a lake of one's own assumes, with all permissions of its role. */
final class AssumedCaller {

    private static final String FARMER = "farmer:";
    private static final String NOBODY = "(query)";

    private AssumedCaller() {}

    /** The caller of {@code --as}: farmer:ID, analyst or admin. */
    static Caller of(String as, CommandLine command) {
        String farmer = as.startsWith(FARMER) ? as.substring(FARMER.length()) : null;
        Role role = farmer != null ? Role.FARMER : Role.of(as).filter(r -> r == Role.ANALYST || r == Role.ADMIN)
                .orElseThrow(() -> new ParameterException(command,
                        "--as must be farmer:ID, analyst or admin, not " + as));
        return new Caller(NOBODY, NOBODY, null, role, role.defaultPermissions(), farmer, null);
    }

    /** Refuses a company that a snapshot does not have. */
    static void check(Caller caller, ServedSnapshot snapshot, CommandLine command) {
        String farmer = caller.farmerId();
        if (farmer != null && !snapshot.farmerIds().contains(farmer)) {
            throw new ParameterException(command, "there is no farmer " + farmer + " in snapshot " + snapshot.id()
                    + NearestName.hint(farmer, snapshot.farmerIds()));
        }
    }
}
