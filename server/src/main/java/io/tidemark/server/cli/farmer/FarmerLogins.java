package io.tidemark.server.cli.farmer;

import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.key.ApiKey;
import io.tidemark.server.identity.key.ApiKeys;
import io.tidemark.server.identity.state.StateStore;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The accounts and API keys of companies in a state folder. */
record FarmerLogins(StateStore store, Accounts accounts, ApiKeys keys) {

    static FarmerLogins in(StateStore store) {
        return new FarmerLogins(store, new Accounts(store), new ApiKeys(store));
    }

    /** The companies that have one in force. */
    SortedSet<String> farmers() {
        SortedSet<String> farmers = new TreeSet<>(accounts.farmers());
        farmers.addAll(keys.farmers());
        return farmers;
    }

    /** The ids of those of a company that are in force. */
    List<String> inForceOf(String farmer) {
        return ids(accounts.inForceOf(farmer), keys.inForceOf(farmer));
    }

    /** Revokes all of a company and forgets their addresses; returns the ids of those that were in force. */
    List<String> revokeAllOf(String farmer) {
        List<String> revoked = ids(accounts.revokeAllOf(farmer), keys.revokeAllOf(farmer));
        store.compact();
        return revoked;
    }

    private static List<String> ids(List<Account> accounts, List<ApiKey> keys) {
        return Stream.concat(accounts.stream().map(Account::id), keys.stream().map(ApiKey::subject)).toList();
    }
}
