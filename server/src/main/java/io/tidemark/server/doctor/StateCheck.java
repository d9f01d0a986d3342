package io.tidemark.server.doctor;

import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.SigningKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Users, clients and signing keys. */
record StateCheck(Clock clock) implements Doctor.Check {

    private static final String NAME = "state";

    @Override
    public List<Finding> look(ServerConfig config) {
        Path folder = config.state();
        List<Finding> findings = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            findings.add(Finding.warning(NAME, "there is no state folder " + folder, "the server makes it at its first start; tidemark "
                    + "user add NAME --role admin makes the first administrator"));
            return findings;
        }
        AccessCheck.secret(findings, folder);
        AccessCheck.writable(findings, folder);
        if (!Files.isWritable(folder)) {
            return findings;
        }
        try {
            List<Account> users = new Accounts(StateStore.openExisting(folder, clock)).list(Account.Kind.USER);
            long admins = users.stream().filter(user -> user.revokedAt() == null && user.access().role() == Role.ADMIN).count();
            findings.add(admins > 0 ? Finding.ok(NAME, folder + " is sound, " + users.size() + " users")
                    : Finding.warning(NAME, "no administrator can sign in", "tidemark user add NAME --role admin --state " + folder));
            if (Files.exists(folder.resolve("signing-keys.json"))) {
                findings.add(Finding.ok(NAME, SigningKeys.openExisting(folder, clock).list().size() + " signing keys"));
            }
        } catch (StateException e) {
            findings.add(Finding.fault(NAME, String.valueOf(e.getMessage()), Files.exists(folder.resolve("tidemark.db"))
                    ? "restore it from a backup: tidemark restore" : "tidemark user add NAME --role admin --state " + folder));
        }
        return findings;
    }
}
