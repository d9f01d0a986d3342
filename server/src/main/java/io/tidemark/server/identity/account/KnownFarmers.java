package io.tidemark.server.identity.account;

import io.tidemark.data.text.NearestName;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the farmer of an account exists in the lake. Without this check a wrong one would show at the first
 * request only.
 */
public final class KnownFarmers {

    private KnownFarmers() {}

    /**
     * Refuses an unknown farmer with {@link InvalidAccountException}. If no farmers are known at all, it accepts any.
     *
     * @param farmer  the farmer's id, null for none
     * @param known   the ids of the farmers in the lake
     * @param where   where they are looked up
     * @param allowed what to say to allow it all the same
     */
    public static void check(@Nullable String farmer, Collection<String> known, String where, String allowed) {
        if (farmer != null && !known.isEmpty() && !known.contains(farmer)) {
            throw new InvalidAccountException("farmer_id", "There is no farmer " + farmer + " in " + where
                    + NearestName.hint(farmer, known)
                    + (NearestName.of(farmer, known).isPresent() ? "" : ";") + " " + allowed
                    + " allows it nevertheless");
        }
    }
}
