package io.tidemark.server.cli.account;

import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.AccountChange;
import io.tidemark.server.identity.account.AccountFields;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.WatchMail;
import io.tidemark.server.identity.state.StateStore;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark user set}: changes a user. */
@Command(name = "set", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class UserSet extends StateCommand {

    private final PasswordInput passwords;

    @Parameters(paramLabel = "NAME")
    String name;

    @Mixin
    AccessChangeOptions access;

    @Option(names = "--email", order = 5, paramLabel = "E")
    @Nullable String email;

    @Option(names = "--password", order = 6)
    boolean password;

    @Option(names = "--password-stdin", order = 7)
    boolean passwordStdin;

    @Option(names = "--watch-mail", order = 8, paramLabel = "L", converter = WatchMailName.class)
    @Nullable WatchMail watchMail;

    UserSet(PasswordInput passwords) {
        this.passwords = passwords;
    }

    @Override
    public void run() {
        if (!access.given() && email == null && watchMail == null && !password && !passwordStdin) {
            throw new InvalidAccountException("There is nothing to change: name --role, --farmer, --permissions, "
                    + "--email, --watch-mail or --password");
        }
        boolean isNewPassword = password || passwordStdin;
        Account user = isNewPassword ? passwords.use(passwordStdin, this::say, this::changed) : changed(null);
        account = user.id();
        say("Changed user " + AccountOutput.words(user) + "."
                + (isNewPassword ? " All sessions and tokens have ended." : ""));
        if (json) {
            printJson(AccountFields.of(user));
        }
    }

    private Account changed(@Nullable String newPassword) {
        return new Accounts(StateStore.openExisting(state, Clock.systemUTC()))
                .changeUser(name, new AccountChange(access.change(this), email, newPassword, watchMail))
                .orElseThrow(() -> new InvalidAccountException("There is no active user named " + name));
    }
}
