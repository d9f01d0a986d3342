/*
summary: "Own treatments, each with what was lost in the 14 days from it on, and the lice before and after"
is_not: "Not what the treatment cost: some of these fish would have been lost anyway, and of an overlapping treatment some belong to the other one.
    What is beyond untreated fish is excess, which is no proof of cause either, and the lice are of the whole site."
family: comparison
access: owners
order: "date descending, site by number, owner, category, target"
confidentiality: own
without_parameters: [areas]
parameters:
  owner_id:
  site_id:
fields:
  owner_id: {type: string, meaning: the company}
  site_id: {type: string, meaning: the authority's site number}
  site_name: {type: string, meaning: its name}
  treatment_date: {type: date, meaning: the day}
  treatment_category: {type: string, meaning: "Bath, Medicinal, Mechanical, Thermal, Freshwater, Cleanerfish, ..."}
  treatment_target: {type: string, meaning: "Lice, Bacteria, Parasites, Health, Other"}
  unit_count: {type: integer, unit: units, meaning: "treated units that had fish on each of the 14 days before and on the day; others, and treatments
      that name no units, are not here"}
  fish_count: {type: integer, unit: fish, meaning: their fish at the start of the day}
  loss_count: {type: integer, unit: fish, meaning: "their fish found dead or culled on the 14 days from the treatment on, or to the day
      before the unit's next treatment, as far as they are delivered"}
  loss_share: {type: number, unit: fraction, meaning: "loss_count / fish_count"}
  excess: {type: number, decimals: 3, unit: fraction, meaning: "mean over the units that are events of /v3/comparison/after-treatment of what
      they lost beyond untreated fish, whose rate is rounded to two digits for it, without limits and without the yardstick; null until the data are
      complete for 13 days after the treatment, and where nothing is known of untreated fish"}
  overlapping_count: {type: integer, unit: units, meaning: "those of the units that had another treatment on the same day or within 20 days before;
      they count here, and not in excess and /v3/comparison/after-treatment"}
  emptied_count: {type: integer, unit: units, meaning: "those of them that report no fish on the last of these days; null until the data are complete
      for day 13"}
  lice_before: {type: number, unit: adult female lice per fish, meaning: "of the site in the week before the treatment's: as the company counted
      them where its counts of that week are delivered, else as the site reported them to the authority; null where neither counted"}
  lice_after: {type: number, unit: adult female lice per fish, meaning: "the same in the week that has most of days 7 to 14 after the treatment.
      Where lice_before is below 0.1 the difference says nothing of the treatment"}
  is_complete: {type: boolean, meaning: whether the data are complete for 13 days after the treatment}
*/
-- The events of /v3/comparison/after-treatment, one by one: the view unit_event has the formula. Days 7 to 14 lie in two weeks: the one of day 10 has
-- most of them.
WITH
own_treatment AS (
  SELECT
    e.farmer_id,
    e.site_id,
    e.date,
    e.treatment_category,
    e.treatment_target,
    plus_days(e.date, 13) <= :complete_through AS is_complete,
    count(*) AS units,
    sum(e.fish_count) AS fish,
    sum(e.loss_count) AS lost,
    exact_mean(sum(e.rough_excess) FILTER (WHERE NOT e.is_overlapping), count(e.excess) FILTER (WHERE NOT e.is_overlapping)) AS excess,
    count(*) FILTER (WHERE e.is_overlapping) AS overlapping,
    count(*) FILTER (WHERE e.is_emptied) AS emptied
  FROM unit_event e
  WHERE e.date BETWEEN :first_day AND :last_day
    AND e.treatment_target <> 'None'
    AND (NOT :is_farmer OR e.farmer_id = :own_farmer)
    AND (:all_owner_id OR e.farmer_id IN (:owner_id))
    AND (:all_site_id OR e.site_id IN (:site_id))
  GROUP BY 1, 2, 3, 4, 5, 6
),
own_lice AS (
  SELECT week, farmer_id, site_id, adult_female
  FROM own_week_lice
  WHERE (NOT :is_farmer OR farmer_id = :own_farmer)
)
SELECT
  t.farmer_id AS owner_id,
  t.site_id,
  p.site_name,
  t.date AS treatment_date,
  t.treatment_category,
  t.treatment_target,
  t.units AS unit_count,
  t.fish AS fish_count,
  t.lost AS loss_count,
  share(t.lost, t.fish) AS loss_share,
  CASE WHEN t.is_complete THEN t.excess END AS excess,
  t.overlapping AS overlapping_count,
  CASE WHEN t.is_complete THEN t.emptied END AS emptied_count,
  coalesce(ob.adult_female, CASE WHEN b.is_counted THEN b.adult_female END) AS lice_before,
  coalesce(oa.adult_female, CASE WHEN a.is_counted THEN a.adult_female END) AS lice_after,
  t.is_complete
FROM own_treatment t
JOIN site_place p ON p.site_id = t.site_id
LEFT JOIN site_week_lice b ON b.site_id = t.site_id AND b.week = plus_days(week_start(t.date), -7)
LEFT JOIN site_week_lice a ON a.site_id = t.site_id AND a.week = week_start(plus_days(t.date, 10))
LEFT JOIN own_lice ob ON ob.farmer_id = t.farmer_id AND ob.site_id = t.site_id AND ob.week = plus_days(week_start(t.date), -7)
LEFT JOIN own_lice oa ON oa.farmer_id = t.farmer_id AND oa.site_id = t.site_id AND oa.week = week_start(plus_days(t.date, 10))
ORDER BY t.date DESC, site_order(t.site_id), t.site_id, t.farmer_id, t.treatment_category, t.treatment_target
OFFSET :offset LIMIT :row_limit
