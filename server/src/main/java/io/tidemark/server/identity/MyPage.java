package io.tidemark.server.identity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.AccessChange;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.AccountChange;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.WatchMail;
import io.tidemark.server.identity.state.StateSql;
import io.tidemark.server.identity.state.StateStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a reader has set for the dashboard, for each account, also of other providers. Messages about pens are the
 * account's own setting, which the reader changes here too. Thread-safe.
 */
record MyPage(StateStore store, Accounts accounts) {
    private static final String MAIL = "watch_mail";
    private static final String WEEK = "week_mail";
    private static final int LONGEST = 200;
    private static final Map<String, Form> FIELDS = fields();

    /** The form of a value, and what it is called in a refusal. */
    private record Form(Pattern pattern, String words) {}

    private static Map<String, Form> fields() {
        Map<String, Form> fields = new LinkedHashMap<>();
        fields.put("start_page", new Form(Pattern.compile("/[a-z]{0,30}"), "a page such as /feeding"));
        fields.put("areas", new Form(Pattern.compile("[A-Z]?\\d{1,3}(,[A-Z]?\\d{1,3}){0,29}"),
                "at most 30 areas such as A4,A5"));
        fields.put("own", new Form(Pattern.compile("company|group"), "company or group"));
        fields.put("language", new Form(Pattern.compile("nb|en"), "nb or en"));
        fields.put("theme", new Form(Pattern.compile("system|light|dark"), "system, light or dark"));
        Form language = new Form(Pattern.compile("off|nb|en"), "off, nb or en");
        fields.put(MAIL, language);
        fields.put(WEEK, language);
        return fields;
    }

    /** The settings of a caller; null for what is not set, and for messages of who has no account here. */
    Map<String, @Nullable Object> of(Caller caller) {
        ObjectNode kept = kept(caller.subject());
        Map<String, @Nullable Object> settings = new LinkedHashMap<>();
        FIELDS.keySet().forEach(name -> settings.put(name, kept.path(name).textValue()));
        settings.put(MAIL, accounts.find(caller.subject()).filter(account -> account.kind() == Account.Kind.USER)
                .map(account -> account.watchMail().wireName()).orElse(null));
        return settings;
    }

    /** Replaces the settings; what is not there is no longer set, but messages stay as they are. */
    Map<String, @Nullable Object> put(Caller caller, ObjectNode body) {
        TokenFields sent = new TokenFields(body);
        ObjectNode next = Json.MAPPER.createObjectNode();
        body.fieldNames().forEachRemaining(name -> {
            Form form = FIELDS.get(name);
            if (form == null) {
                sent.wrong(name.length() > LONGEST ? name.substring(0, LONGEST) : name, "there is no such field; "
                        + "allowed: " + String.join(", ", FIELDS.keySet()));
            } else if (body.hasNonNull(name)) {
                String value = sent.optional(name);
                if (value != null && !form.pattern().matcher(value).matches()) {
                    sent.wrong(name, "must be " + form.words());
                }
                next.put(name, value);
            }
        });
        sent.refuse();
        boolean isWeekly = !WatchMail.OFF.wireName().equals(next.path(WEEK).asText(WatchMail.OFF.wireName()));
        if (isWeekly && accounts.find(caller.subject())
                .filter(account -> account.access().farmerId() != null && account.email() != null).isEmpty()) {
            throw new ApiException.BadRequest(List.of(new Detail(WEEK, null,
                    "The summary goes to users of a company that have an email address")));
        }
        String mail = Optional.ofNullable(next.remove(MAIL)).map(value -> value.textValue()).orElse(null);
        if (mail != null) {
            mail(caller, WatchMail.of(mail).orElseThrow());
        }
        keep(caller, next.toString());
        return of(caller);
    }

    private void mail(Caller caller, WatchMail mail) {
        try {
            boolean changed = accounts.changeUserOf(caller.subject(), new AccountChange(AccessChange.NONE,
                    null, null, mail)).isPresent();
            if (!changed && mail != WatchMail.OFF) {
                throw new InvalidAccountException(MAIL, "Messages go to users of this server");
            }
        } catch (InvalidAccountException e) {
            throw new ApiException.BadRequest(List.of(new Detail(e.field(), null, String.valueOf(e.getMessage()))));
        }
    }

    private ObjectNode kept(String account) {
        String text = store.read(connection -> StateSql.text(connection,
                "SELECT settings FROM my_page WHERE account_id = ?", account)).orElse("{}");
        try {
            return (ObjectNode) Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the settings of " + account + " are no JSON", e);
        }
    }

    private void keep(Caller caller, String settings) {
        store.write(connection -> StateSql.run(connection, "INSERT INTO my_page (account_id, farmer_id, settings)"
                + " VALUES (?, ?, ?) ON CONFLICT (account_id) DO UPDATE"
                + " SET farmer_id = excluded.farmer_id, settings = excluded.settings",
                caller.subject(), caller.farmerId(), settings));
    }
}
