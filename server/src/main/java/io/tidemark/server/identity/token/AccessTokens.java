package io.tidemark.server.identity.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Permission;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;

/** Makes access tokens: RS256 JWTs of type {@code at+jwt} (RFC 9068). Thread-safe. */
public final class AccessTokens {
    static final JOSEObjectType TYPE = new JOSEObjectType("at+jwt");
    /** The {@code client_id} of tokens for a name and password, which have no client. */
    static final String NO_CLIENT = "tidemark";

    private final IdentityConfig config;
    private final SigningKeys keys;
    private final Clock clock;
    private volatile Signer signer;

    /** Signs tokens with the current signing key. */
    public AccessTokens(IdentityConfig config, SigningKeys keys, Clock clock) {
        this.config = config;
        this.keys = keys;
        this.clock = clock;
        this.signer = Signer.of(keys.signingKey());
    }

    private record Signer(RSAKey key, JWSHeader header, JWSSigner signer) {
        static Signer of(RSAKey key) {
            try {
                return new Signer(key, new JWSHeader.Builder(JWSAlgorithm.RS256).type(TYPE).keyID(key.getKeyID())
                        .build(), new RSASSASigner(key));
            } catch (JOSEException e) {
                throw new IllegalStateException("the signing key was checked when it was read", e);
            }
        }
    }

    /**
     * A token for an account, from now on for the configured life; roles are in {@code roles} and in {@code groups}.
     */
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
                .claim("client_id", account.kind() == Account.Kind.CLIENT ? account.id() : NO_CLIENT)
                .claim("name", account.name())
                .claim("roles", roles)
                .claim("groups", roles)
                .claim("permissions", access.permissions().stream().map(Permission::wireName).toList());
        if (access.farmerId() != null) {
            claims.claim("farmer_id", access.farmerId());
        }
        Signer chosen = signer();
        SignedJWT token = new SignedJWT(chosen.header(), claims.build());
        try {
            token.sign(chosen.signer());
        } catch (JOSEException e) {
            throw new IllegalStateException("the signing key was checked when it was read", e);
        }
        return token.serialize();
    }

    /** The lifetime of a token, seconds. */
    public long lifeSeconds() {
        return config.accessTokenLife().toSeconds();
    }

    private Signer signer() {
        RSAKey key = keys.signingKey();
        Signer known = signer;
        if (!known.key().equals(key)) {
            known = Signer.of(key);
            signer = known;
        }
        return known;
    }
}
