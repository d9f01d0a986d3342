package io.tidemark.server.cli.account;

import io.tidemark.server.cli.console.CommandGroup;
import io.tidemark.server.cli.state.ListingCommand;
import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.AccountFields;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.state.StateStore;
import java.io.InputStream;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark user add|set|list|revoke}: manages users, who sign in with a password. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class UserCommands {
    private UserCommands() {
    }

    /** Creates the command with its subcommands; passwords are read from {@code in}. */
    public static CommandLine create(InputStream in) {
        return create(PasswordInput.of(in));
    }

    public static CommandLine create(PasswordInput passwords) {
        return CommandGroup.of("user", new Add(passwords), new UserSet(passwords), new ListAll(), new Revoke());
    }

    @Command(name = "add", sortOptions = false)
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Add extends StateCommand {
        private final PasswordInput passwords;

        @Parameters(paramLabel = "NAME")
        String name;

        @Mixin
        AccessOptions access;

        @Option(names = "--email", order = 5, paramLabel = "E")
        @Nullable String email;

        @Option(names = "--password-stdin", order = 6)
        boolean passwordStdin;

        @Option(names = "--new-state", order = 7)
        boolean newState;

        Add(PasswordInput passwords) {
            this.passwords = passwords;
        }

        @Override
        public void run() {
            Access allowed = access.access(this);
            if (newState) {
                StateStore.makeNew(state);
            }
            Accounts accounts = new Accounts(StateStore.openInside(state, Clock.systemUTC()));
            Account user = passwords.use(passwordStdin, this::say,
                    password -> accounts.addUser(name, email, allowed, password));
            account = user.id();
            say("Added user " + user.name() + ", role " + allowed.role().wireName() + ".");
            String warning = AccessOptions.warning(allowed);
            if (warning != null) {
                say(warning);
            }
            if (json) {
                printJson(AccountFields.of(user));
            }
        }
    }

    @Command(name = "list")
    static final class ListAll extends ListingCommand {
        @Override
        public void run() {
            show(new Accounts(StateStore.openExisting(state, Clock.systemUTC())).list(Account.Kind.USER),
                    AccountFields::of, AccountOutput.HEADINGS, AccountOutput::row);
        }
    }

    @Command(name = "revoke")
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Revoke extends StateCommand {
        @Parameters(paramLabel = "NAME")
        String name;

        @Override
        public void run() {
            Account user = new Accounts(StateStore.openExisting(state, Clock.systemUTC())).revokeUser(name)
                    .orElseThrow(() -> new InvalidAccountException("There is no active user named " + name));
            account = user.id();
            say("Revoked user " + user.name() + ".");
            if (json) {
                printJson(AccountFields.of(user));
            }
        }
    }
}
