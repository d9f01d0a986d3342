package io.tidemark.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.webserver.http.ServerRequest;
import io.tidemark.data.text.NearestName;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.BodyFields;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.key.ApiKeys.Expiry;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request's body. Collects all faults to report them together. Never repeats a value, since a password
 * may be in the wrong field.
 */
final class AdminBody {

    /** The largest body, bytes. */
    static final int LIMIT = 16 * 1024;

    private final ObjectNode body;
    private final List<Detail> details = new ArrayList<>();

    private AdminBody(ObjectNode body) {
        this.body = body;
    }

    /** Reads a body with these allowed fields; throws {@link ApiException}. A null counts as absent. */
    static AdminBody read(ServerRequest request, String... fields) {
        AdminBody read = new AdminBody(BodyFields.readJson(request, LIMIT));
        List<String> known = List.of(fields);
        read.body.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                read.wrong(name.length() > 40 ? name.substring(0, 40) : name, "there is no such field"
                        + (name.length() > 40 ? "" : NearestName.hint(name, known)));
            }
        });
        return read;
    }

    boolean has(String name) {
        return body.hasNonNull(name);
    }

    String required(String name) {
        if (!has(name)) {
            wrong(name, "required, a string");
        }
        return Optional.ofNullable(text(name)).orElse("");
    }

    @Nullable String text(String name) {
        if (!has(name)) {
            return null;
        }
        if (!body.get(name).isTextual()) {
            wrong(name, "must be a string");
            return null;
        }
        return body.get(name).textValue();
    }

    boolean flag(String name) {
        if (has(name) && !body.get(name).isBoolean()) {
            wrong(name, "must be true or false");
        }
        return body.path(name).booleanValue();
    }

    @Nullable Role role(String name) {
        String text = text(name);
        Optional<Role> role = text == null ? Optional.empty() : Role.of(text);
        if (text != null && role.isEmpty()) {
            unknown(name, text, Arrays.stream(Role.values()).map(Role::wireName));
        }
        return role.orElse(null);
    }

    @Nullable Set<Permission> permissions(String name) {
        if (!has(name)) {
            return null;
        }
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        if (!body.get(name).isArray()) {
            wrong(name, "must be a list of strings");
        }
        for (JsonNode each : body.get(name)) {
            Permission.of(each.asText()).ifPresentOrElse(permissions::add,
                    () -> unknown(name, each.asText(), Arrays.stream(Permission.values()).map(Permission::wireName)));
        }
        return permissions;
    }

    /** The end of a key: a day in Norway, or never. */
    @Nullable Expiry expiry(String name) {
        String text = text(name);
        try {
            return text == null ? null : text.equals("never") ? Expiry.NEVER : Expiry.onDay(text);
        } catch (DateTimeParseException e) {
            wrong(name, "must be the first day on which it is refused, such as 2027-01-01, or never");
            return null;
        }
    }

    private void unknown(String name, String value, Stream<String> known) {
        List<String> names = known.toList();
        wrong(name, "must be of " + String.join(", ", names) + NearestName.hint(value, names));
    }

    void wrong(String name, String message) {
        details.add(new Detail(name, null, message));
    }

    /** Throws {@link ApiException.BadRequest} if any fault was found. */
    void refuse() {
        if (!details.isEmpty()) {
            throw new ApiException.BadRequest(details);
        }
    }

    /** The sent fields for the audit log. Of a password it only says that it was sent. */
    Map<String, String> audited() {
        Map<String, String> audited = new TreeMap<>();
        body.properties().forEach(field -> audited.put(field.getKey(), field.getKey().equals("password") ? "***"
                : field.getValue().isTextual() ? field.getValue().textValue() : field.getValue().toString()));
        return audited;
    }
}
