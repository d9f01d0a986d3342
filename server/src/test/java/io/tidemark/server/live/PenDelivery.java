package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;

/**
 * Treatments of pens. F1 has 10001 (area 3), is registered on 10003 (area 7) and treats at 10004 (area 7), where nobody
 * has stock. F3 has 10002 (area 3) and 10009, on land and in no area. Both have a cohort that they call C1.
 *
 * <pre>
 * F1 at 10001   unit A (C1, V2026)   unit B (C1, V2026)   unit C (C2, H2026)    treated
 *   2026-05-06  1000 x 100 g
 *   2026-09-09                                            1000 x 500 g
 *   2026-10-05  1000 x 500 g                                                    t0 A, Thermal Lice
 *   2026-12-28  1000 x 1400 g        1000 x 1600 g        1000 x 1450 g         t1 A, B and C, Thermal Lice
 *   2026-12-29  1000 x 1000 g        1000 x 2000 g        2000 x 2000 g         t3 names no units, Medicinal Bacteria, an antibiotic
 *   2026-12-30  1000 x 1440 g                             0 fish                t2 A, C and Z, Thermal Lice
 *   2027-01-04  1000 x 1499.99 g     1000 x 1500 g                              t4 A, Thermal Lice, stands for 2; t9 B, Bath Lice
 * F1 at 10004   2026-12-31                                                      t7 Bath Lice
 * F3 at 10002   unit A (C1, V2026)   unit B (R1, V2026, trout)
 *   2026-04-15  1000 x 100 g
 *   2026-12-28  1000 x 1300 g                                                   t5 A, Thermal Lice
 *   2026-12-29                       800 x 600 g                                t8 B, Bath Lice
 * F3 at 10009   2026-12-28  unit A (L1, V2027) 500 x 100 g                      t6 A, Vaccination Health
 * </pre>
 *
 * Both sites are empty on 2027-01-10, so that W53 and the week after it are complete.
 * Weeks: 2026-12-28 is the Monday of W53; C1 of F1 starts in the week of 2026-05-04, C1 of F3 on 2026-04-13, C2 on
 * 2026-09-07.
 */
final class PenDelivery {

    static final LocalDate TODAY = LocalDate.of(2027, 1, 20);

    private PenDelivery() {}

    static Path write(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder).farmer("F1", "G1").farmer("F3", "G2")
                .site("10001", 3).site("10002", 3).site("10004", 7)
                .line("authority/site.csv", "site", "10003,Site 10003,62.5,6.25,offshore,7,F1,,")
                .line("authority/site.csv", "site", "10009,Site 10009,62.5,6.25,onshore,,,,");
        for (String unit : new String[] {"2026-05-06,10001,A,C1,SAL,1000,100,V2026",
                "2026-09-09,10001,C,C2,SAL,1000,500,H2026",
            "2026-10-05,10001,A,C1,SAL,1000,500,V2026", "2026-12-28,10001,A,C1,SAL,1000,1400,V2026",
            "2026-12-28,10001,B,C1,SAL,1000,1600,V2026", "2026-12-28,10001,C,C2,SAL,1000,1450,H2026",
            "2026-12-29,10001,A,C1,SAL,1000,1000,V2026", "2026-12-29,10001,B,C1,SAL,1000,2000,V2026",
            "2026-12-29,10001,C,C2,SAL,2000,2000,H2026", "2026-12-30,10001,A,C1,SAL,1000,1440,V2026",
            "2026-12-30,10001,C,C2,SAL,0,1450,H2026", "2027-01-04,10001,A,C1,SAL,1000,1499.99,V2026",
            "2027-01-04,10001,B,C1,SAL,1000,1500,V2026",
            "2027-01-10,10001,A,C1,SAL,0,1500,V2026"}) {
            delivery.line("farmers/F1/stock.csv", "stock", unit);
        }
        for (String unit : new String[] {"2026-04-15,10002,A,C1,SAL,1000,100,V2026",
                "2026-12-28,10002,A,C1,SAL,1000,1300,V2026",
            "2026-12-29,10002,B,R1,TRR,800,600,V2026", "2026-12-28,10009,A,L1,SAL,500,100,V2027",
            "2027-01-10,10002,A,C1,SAL,0,1300,V2026"}) {
            delivery.line("farmers/F3/stock.csv", "stock", unit);
        }
        return delivery.treatment("F1", "t0,2026-10-05,10001,Thermal,Lice,true,false,A,,,,1,")
                .treatment("F1", "t1,2026-12-28,10001,Thermal,Lice,true,false,A|B|C,warm water,partial,3,1,FishTalk")
                .treatment("F1", "t2,2026-12-30,10001,Thermal,Lice,true,false,A|C|Z,,,,1,")
                .treatment("F1", "t3,2026-12-29,10001,Medicinal,Bacteria,false,true,,florfenicol,full,,1,")
                .treatment("F1", "t4,2027-01-04,10001,Thermal,Lice,true,false,A,,,,2,")
                .treatment("F1", "t9,2027-01-04,10001,Bath,Lice,false,false,B,,,,1,")
                .treatment("F1", "t7,2026-12-31,10004,Bath,Lice,false,false,,,,,1,")
                .treatment("F3", "t5,2026-12-28,10002,Thermal,Lice,true,false,A,,,,1,")
                .treatment("F3", "t8,2026-12-29,10002,Bath,Lice,false,false,B,,,,1,")
                .treatment("F3", "t6,2026-12-28,10009,Vaccination,Health,true,false,A,,,,1,")
                .write();
    }
}
