package io.tidemark.generate.coast;

import java.time.LocalDate;

/**
 * A reporting company.
 *
 * @param id            farmer_id, also the name of its folder
 * @param name          company name
 * @param groupKey      farmer group
 * @param groupName     name of the group
 * @param premium       tier
 * @param signedOn      day of signing
 * @param size          share of the platform's sites that it should have, about
 * @param home          position on the coast, 0 (south) to 1 (north)
 * @param reach         how far from home it farms, as a share of the coast
 * @param deliversFrom  first epoch day of its records
 * @param deliversUntil last epoch day of its records
 * @param reportsFeed   delivers feeding
 * @param weighsLosses  weighs some of the fish that it loses
 * @param system        the farm system that its treatments come from
 */
public record Farmer(
        String id,
        String name,
        String groupKey,
        String groupName,
        boolean premium,
        LocalDate signedOn,
        double size,
        double home,
        double reach,
        int deliversFrom,
        int deliversUntil,
        boolean reportsFeed,
        boolean weighsLosses,
        String system) {

    /** Delivers the records of a day. */
    public boolean delivers(int day) {
        return day >= deliversFrom && day <= deliversUntil;
    }
}
