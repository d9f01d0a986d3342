package io.tidemark.server.doctor;

import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.config.TrinoSettings;
import io.tidemark.server.trino.TrinoEngine;
import java.util.ArrayList;
import java.util.List;

/** Checks that Trino answers each account, if queries run there. */
record TrinoCheck() implements Doctor.Check {

    private static final String NAME = "trino";

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        TrinoSettings trino = config.trino();
        if (trino == null) {
            return List.of();
        }
        List<Diagnosis> findings = new ArrayList<>();
        findings.add(answer(trino, trino.reader()));
        TrinoSettings.Account publisher = trino.publisher();
        findings.add(publisher == null ? Diagnosis.ok(NAME,
                "new snapshots get there only by tidemark snapshot publish --engine trino")
                : answer(trino, publisher));
        return findings;
    }

    private static Diagnosis answer(TrinoSettings trino, TrinoSettings.Account account) {
        return TrinoEngine.answers(trino, account) ? Diagnosis.ok(NAME, trino.url() + " answers " + account.user())
                : Diagnosis.fault(NAME, trino.url() + " does not answer " + account.user(),
                        "check address, certificate, user and password; until then requests are answered with 503");
    }
}
