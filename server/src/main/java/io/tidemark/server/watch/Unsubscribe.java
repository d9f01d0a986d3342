package io.tidemark.server.watch;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.HtmlText;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.WatchMail;
import io.tidemark.server.part.Parts;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends messages by the link in them, without a sign-in. A mail program may end them with one POST (RFC 8058); the link
 * itself shows a button, since programs that check mails open links too. Thread-safe.
 */
public record Unsubscribe(Accounts accounts) {
    private static final String PATH = "/web/unsubscribe/";
    /** What a token begins with that ends the Monday summary, and not the messages about pens. */
    private static final String WEEK = "week-";

    /** Starts to answer. */
    public static void start(Parts parts) {
        Unsubscribe end = new Unsubscribe(parts.get(Identity.class).accounts());
        parts.paths(routing -> new PathMethods(routing).on(Method.GET, PATH + "{token}", end::ask)
                .on(Method.POST, PATH + "{token}", end::end).only());
    }

    /** The link for an account, below the dashboard's address; null where that is not set. */
    static @Nullable URI link(Accounts accounts, Account account, @Nullable URI dashboard, boolean weekly) {
        return dashboard == null ? null : URI.create(dashboard.toString().replaceFirst("/$", "") + PATH
                + (weekly ? WEEK : "") + accounts.mailToken(account.id()));
    }

    private void ask(ServerRequest request, ServerResponse response) {
        MailWords words = words(request);
        send(response, words, words(words.stop(), request, words), "<form method=\"post\"><button>"
                + HtmlText.escaped(words.stopButton()) + "</button></form>");
    }

    private void end(ServerRequest request, ServerResponse response) {
        MailWords words = words(request);
        accounts.endMail(token(request).replace(WEEK, ""), token(request).startsWith(WEEK));
        send(response, words, words(words.stopped(), request, words), "");
    }

    private static String token(ServerRequest request) {
        return request.path().pathParameters().get("token");
    }

    private static String words(String text, ServerRequest request, MailWords words) {
        return MailText.format(text, List.of(token(request).startsWith(WEEK) ? words.summaries() : words.messages()));
    }

    private MailWords words(ServerRequest request) {
        WatchMail language = accounts.mailOf(token(request).replace(WEEK, ""),
                token(request).startsWith(WEEK)).orElseThrow(() ->
                new ApiException.NotFound("There are no messages to end: the link is wrong, or they have ended"));
        return MailWords.of(language);
    }

    private static void send(ServerResponse response, MailWords words, String said, String form) {
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
        response.send("<!DOCTYPE html>\n<html lang=\"" + words.code() + "\"><head><meta charset=\"utf-8\">"
                + "<title>Tidemark</title></head><body><main><h1>" + HtmlText.escaped(said) + "</h1>" + form
                + "</main></body></html>\n");
    }
}
