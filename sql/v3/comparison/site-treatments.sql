/*
summary: Own treatments, each with what was lost in the 14 days from it on
is_not: "Not what the treatment cost: some of these fish would have been lost anyway, and of an overlapping treatment some belong to the other one.
    What is above the days before is mean_excess_rate, which is no proof of cause either."
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
  loss_count: {type: integer, unit: fish, meaning: "their fish found dead or culled on the 14 days from the treatment on, as far as they are
      delivered"}
  loss_share: {type: number, unit: fraction, meaning: "loss_count / fish_count"}
  mean_excess_rate: {type: number, unit: fraction, meaning: "mean over the units of the sum of the daily loss rates of these days, less as many times
      the median of days 14 to 4 before; null until the data are complete for 13 days after the treatment"}
  overlapping_count: {type: integer, unit: units, meaning: "those of the units that had another treatment within 20 days; they count here, and not in
      /v3/comparison/after-treatment"}
  emptied_count: {type: integer, unit: units, meaning: "those of them that report no fish on day 13; null until the data are complete for it"}
  is_complete: {type: boolean, meaning: whether the data are complete for 13 days after the treatment}
*/
-- The events of /v3/comparison/after-treatment, one by one: the view unit_event has the formula.
SELECT
  e.farmer_id AS owner_id,
  e.site_id,
  p.site_name,
  e.date AS treatment_date,
  e.treatment_category,
  e.treatment_target,
  count(*) AS unit_count,
  sum(e.fish_count) AS fish_count,
  sum(e.loss_count) AS loss_count,
  share(sum(e.loss_count), sum(e.fish_count)) AS loss_share,
  CASE WHEN plus_days(e.date, 13) <= :complete_through THEN exact_mean(sum(e.excess_rate), count(*)) END AS mean_excess_rate,
  count(*) FILTER (WHERE e.is_overlapping) AS overlapping_count,
  CASE WHEN plus_days(e.date, 13) <= :complete_through THEN count(*) FILTER (WHERE e.is_emptied) END AS emptied_count,
  plus_days(e.date, 13) <= :complete_through AS is_complete
FROM unit_event e
JOIN site_place p ON p.site_id = e.site_id AND p.site_placement = 'offshore'
WHERE e.date BETWEEN :first_day AND :last_day
  AND (NOT :is_farmer OR e.farmer_id = :own_farmer)
  AND (:all_owner_id OR e.farmer_id IN (:owner_id))
  AND (:all_site_id OR e.site_id IN (:site_id))
GROUP BY e.farmer_id, e.site_id, p.site_name, e.date, e.treatment_category, e.treatment_target
ORDER BY e.date DESC, site_order(e.site_id), e.site_id, e.farmer_id, e.treatment_category, e.treatment_target
OFFSET :offset LIMIT :row_limit
