package io.tidemark.server.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;

/** Makes access tokens: RS256 JWTs of type {@code at+jwt} (RFC 9068). Thread-safe. */
public final class AccessTokens {
    static final JOSEObjectType TYPE = new JOSEObjectType("at+jwt");

    private final IdentityConfig config;
    private final Clock clock;
    private final JWSHeader header;
    private final JWSSigner signer;

    /** Tokens signed with the key that is in use. */
    public AccessTokens(IdentityConfig config, SigningKeys keys, Clock clock) {
        this.config = config;
        this.clock = clock;
        this.header = new JWSHeader.Builder(JWSAlgorithm.RS256).type(TYPE).keyID(keys.signingKey().getKeyID()).build();
        try {
            this.signer = new RSASSASigner(keys.signingKey());
        } catch (JOSEException e) {
            throw new IllegalStateException("the signing key was checked when it was read", e);
        }
    }

    /** A token for an account, from now on for the configured life; roles are in {@code roles} and in {@code groups}. */
    public String issue(Account account) {
        Access access = account.access();
        Instant now = clock.instant();
        List<String> roles = List.of(access.role().wireName());
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(config.issuer())
                .audience(config.audience())
                .subject(account.id())
                .expirationTime(Date.from(now.plus(config.accessTokenLife())))
                .notBeforeTime(Date.from(now))
                .issueTime(Date.from(now))
                .jwtID(UUID.randomUUID().toString())
                .claim("name", account.name())
                .claim("roles", roles)
                .claim("groups", roles)
                .claim("permissions", access.permissions().stream().map(Permission::wireName).toList());
        if (account.kind() == Account.Kind.CLIENT) {
            claims.claim("client_id", account.id());
        }
        if (access.farmerId() != null) {
            claims.claim("farmer_id", access.farmerId());
        }
        SignedJWT token = new SignedJWT(header, claims.build());
        try {
            token.sign(signer);
        } catch (JOSEException e) {
            throw new IllegalStateException("the signing key was checked when it was read", e);
        }
        return token.serialize();
    }

    /** Seconds for which a token is good. */
    public long lifeSeconds() {
        return config.accessTokenLife().toSeconds();
    }
}
