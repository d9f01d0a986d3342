package io.tidemark.server.identity.account;

import static io.tidemark.server.identity.account.Permission.COMMON_READ;
import static io.tidemark.server.identity.account.Permission.MORTALITY_READ;
import static io.tidemark.server.identity.account.Permission.RAW_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Roles, what they may read by default, and what they can be narrowed to. */
final class AccessTest {
    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "ADMIN,    -,   mortality:read environment:read feeding:read treatment:read inventory:read common:read "
                + "raw:read",
        "ANALYST,  -,   mortality:read environment:read feeding:read treatment:read inventory:read common:read",
        "FARMER,   F07, mortality:read environment:read feeding:read treatment:read inventory:read common:read "
        + "raw:read", "READONLY, -,   ''"})
    void eachRoleHasItsDefault(Role role, @Nullable String farmer, String scope) {
        assertThat(Permission.scope(Access.of(role, farmer, null).permissions())).isEqualTo(scope);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "FARMER,   -,     Role farmer needs the farmer id of its own data",
        "ADMIN,    F07,   'A farmer id belongs to role farmer only, not to admin'",
        "READONLY, F07,   'A farmer id belongs to role farmer only, not to readonly'",
        "FARMER,   '',    'A farmer id has 1 to 64 letters, digits, ''.'', ''_'' or ''-'''",
        "FARMER,   ../x,  'A farmer id has 1 to 64 letters, digits, ''.'', ''_'' or ''-'''"})
    void farmerIdsBelongToFarmersOnly(Role role, @Nullable String farmer, String message) {
        assertThatThrownBy(() -> Access.of(role, farmer, null)).isInstanceOf(InvalidAccountException.class)
                .hasMessage(message);
    }

    @Test
    void permissionsNarrowARoleAndNeverWidenIt() {
        assertThat(Access.of(Role.ADMIN, null, Set.of(RAW_READ, COMMON_READ)).permissions())
                .containsExactly(COMMON_READ, RAW_READ);
        assertThat(Access.of(Role.READONLY, null, Set.of(RAW_READ, MORTALITY_READ)).permissions())
                .containsExactly(MORTALITY_READ, RAW_READ);
        assertThatThrownBy(() -> Access.of(Role.ANALYST, null, Set.of(RAW_READ)))
                .isInstanceOf(InvalidAccountException.class).hasMessage("Role analyst cannot have raw:read");
    }
}
