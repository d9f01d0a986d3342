package io.tidemark.server.doctor;

import io.tidemark.data.ledger.ServedMark;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.server.backup.Restore;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.state.StateInspection;
import io.tidemark.server.identity.token.SigningKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Checks users, clients and signing keys. */
record StateCheck(Clock clock) implements Doctor.Check {

    private static final String NAME = "state";
    private static final String RESTORE = "tidemark restore BACKUP --only state";

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        Path folder = config.state();
        List<Diagnosis> findings = new ArrayList<>();
        if (!AccessCheck.isThere(findings, folder, hasServed(config) ? Diagnosis.fault(NAME, "the state folder "
                + folder + " is lost: a server has served the lake", RESTORE)
                : none(folder))) {
            return findings;
        }
        AccessCheck.secret(findings, folder);
        AccessCheck.writable(findings, folder);
        if (!AccessCheck.areOwned(findings, folder)) {
            return findings;
        }
        if (!hasServed(config) && Restore.isFree(folder)) {
            findings.add(none(folder));
            return findings;
        }
        try {
            StateInspection state = StateInspection.of(folder);
            AccessCheck.secret(findings, folder.resolve("tidemark.db"));
            findings.add(state.admins() > 0 ? Diagnosis.ok(NAME, folder + " is sound, " + state.users() + " users")
                    : Diagnosis.warning(NAME, "no administrator can sign in",
                    "tidemark user add NAME --role admin --state " + folder));
            if (state.isOlder()) {
                findings.add(Diagnosis.ok(NAME, "it has an older version; the next start upgrades it and keeps the old "
                        + "file beside it"));
            }
            SigningKeys.check(folder, state.signedIn());
            if (Files.exists(folder.resolve("signing-keys.json"))) {
                AccessCheck.secret(findings, folder.resolve("signing-keys.json"));
                findings.add(Diagnosis.ok(NAME, SigningKeys.look(folder, clock).size() + " signing keys"));
            }
        } catch (StateException e) {
            findings.add(Diagnosis.fault(NAME, String.valueOf(e.getMessage()), "restore it from a backup: " + RESTORE));
        }
        return findings;
    }

    private static Diagnosis none(Path folder) {
        return Diagnosis.warning(NAME, "there is no state in " + folder, "the server creates it at its first start; "
                + "tidemark user add NAME --role admin adds the first administrator");
    }

    private static boolean hasServed(ServerConfig config) {
        try {
            return ServedMark.of(Lake.at(config.lake())).isPresent();
        } catch (LakeException e) {
            return false;
        }
    }
}
