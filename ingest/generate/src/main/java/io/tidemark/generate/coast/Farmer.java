package io.tidemark.generate.coast;

import java.time.LocalDate;

/**
 * A reporting company.
 *
 * @param id            farmer_id, also the name of its folder
 * @param name          company name
 * @param groupKey      farmer group
 * @param groupName     name of the group
 * @param premium       whether it has the premium tier
 * @param signedOn      day of signing
 * @param size          approximate share of the platform's sites
 * @param home          position on the coast, 0 (south) to 1 (north)
 * @param reach         distance from home at which it farms, as a share of the coast
 * @param deliversFrom  first epoch day of its records
 * @param deliversUntil last epoch day of its records
 * @param reportsFeed   whether it delivers feeding
 * @param weighsLosses  whether it weighs some of the lost fish
 * @param system        the farm system that exports its treatments
 */
public record Farmer(String id, String name, String groupKey, String groupName, boolean premium, LocalDate signedOn,
        double size, double home, double reach, int deliversFrom, int deliversUntil, boolean reportsFeed,
        boolean weighsLosses, String system) {

    /** Whether it delivers the records of a day. */
    public boolean delivers(int day) {
        return day >= deliversFrom && day <= deliversUntil;
    }
}
