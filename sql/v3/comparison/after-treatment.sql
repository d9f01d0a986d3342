/*
summary: "What treatments cost in fish, by method and weight: losses of the 14 days from a treatment on, beyond those of fish that nobody treated"
is_not: "No proof of cause: sicker fish are treated otherwise than healthy ones, and a farm chooses the method by the fish, the sea and what it has
    at hand. Losses after 14 days, or from the unit's next treatment on, are not in it, nor is lost growth, nor are treatments within 20 days after
    another one of the unit or that name no units."
family: comparison
period: year
order: "year, quarter (the year last), category, target, weight (all weights last)"
without_parameters: [areas]
takes: [own]
confidentiality:
  rule: "events count from the ledger alone, in atoms of a quarter that lie in the row whole; a year is the sum of its quarters"
  sum: [event_count, mean_excess_rate, standard_error, share_above_one_percent]
  public: [weight_group]
  calendar: [quarter]
fields:
  treatment_category: {type: string, meaning: "Bath, Medicinal, Mechanical, Thermal, Freshwater, Cleanerfish, ...; Untreated for a sample of days on
      which nobody treated: what the method gives where nothing was done"}
  treatment_target: {type: string, meaning: "Lice, Bacteria, Parasites, Health, Other; None of untreated days"}
  year: {type: integer, meaning: calendar year of the treatment}
  quarter: {type: integer, meaning: "calendar quarter, 1 to 4; null for the year's released quarters together"}
  weight_group: {type: string, meaning: "mean weight that day: 0–1 kg, 1–2 kg, 2–3 kg, 3–4 kg or 4+ kg; null for all weights, also those of no row"}
  event_count: {type: integer, unit: treated units, meaning: "benchmark events: a treatment of a unit at sea, without another one on that day or
      in the 20 days before, of a quarter and weight for which there are untreated days to compare with"}
  mean_excess_rate: {type: number, decimals: 4, unit: fraction, meaning: "mean of what they lost beyond untreated fish of the same week, region and
      weight, by how the unit stood before; each between -1 and 1 % of the fish, less the mean of untreated days of the quarter and weight, found in
      the same way"}
  standard_error: {type: number, unit: fraction, meaning: "standard error of that mean, by the differences between sites; two significant digits, null
      below 8 sites"}
  share_above_one_percent: {type: number, decimals: 4, unit: fraction, meaning: "the part of them that lost more than 1 % of the fish beyond untreated
      ones, less that part of untreated days"}
  farmer_event_count: {type: integer, unit: treated units, meaning: the caller's own events}
  farmer_mean_excess_rate: {type: number, decimals: 4, unit: fraction, meaning: "the mean of theirs, with what untreated fish lose rounded to two
      digits, the second 0 or 5"}
  farmer_standard_error: {type: number, unit: fraction, meaning: its standard error}
  farmer_share_above_one_percent: {type: number, decimals: 4, unit: fraction, meaning: the part of them above 1 %}
  farmer_emptied_count: {type: integer, unit: treated units, meaning: "those of them whose unit reports no fish on the last of their days; they
      count to the last day before that it does"}
  farmer_overlapping_share: {type: number, unit: fraction, meaning: "the part of the caller's treated units that is left out, since another treatment
      is on the same day or within 20 days before"}
*/
-- An event is a row of the view unit_event, which has the formula; event_yardstick has what is taken from it. Released is a calendar quarter, once,
-- when the 13 days after it are; its atoms are made by category and target, and below that by weight. An atom counts in the row of all weights if it
-- lies in one category and target, and in a weight's row if it lies in that weight. Decided here: an atom counts whole or not at all, so not where
-- the yardstick lacks one of its weights; the sign of the threshold is "above"; the window is widened to whole years, for quarters too; own events
-- are those that are followed up for 13 days by the complete data, in quarters that have a yardstick; a year has the released quarters alone, of own
-- events too, so that both sides are of the same time. Callers who see all get the present events, each an atom, the yardstick's too.
WITH
yardstick AS (
  SELECT quarter_start, weight_group, mean_excess, share_above
  FROM event_yardstick
  WHERE NOT :sees_all
  UNION ALL
  SELECT
    period_start(date, 'quarterly') AS quarter_start,
    weight_group,
    exact_mean(sum(clamped_excess(excess)), count(*)) AS mean_excess,
    exact_mean(count(*) FILTER (WHERE is_above_one_percent(excess)), count(*)) AS share_above
  FROM unit_event
  WHERE :sees_all
    AND treatment_category = 'Yardstick'
    AND excess IS NOT NULL
    AND plus_days(date, 13) <= :complete_through
  GROUP BY 1, 2
),
released_event AS (
  SELECT
    period_start(date, 'quarterly') AS quarter_start,
    atom,
    site_id,
    farmer_group_key,
    treatment_category,
    treatment_target,
    weight_group,
    excess
  FROM treatment_event
  WHERE date BETWEEN :first_day AND :last_day
    AND NOT :sees_all
),
atom AS (
  SELECT
    e.quarter_start,
    e.atom,
    min(e.weight_group) = max(e.weight_group) AS is_one_weight
  FROM released_event e
  LEFT JOIN yardstick y ON y.quarter_start = e.quarter_start AND y.weight_group = e.weight_group
  GROUP BY 1, 2
  HAVING min(e.treatment_category) = max(e.treatment_category)
    AND min(e.treatment_target) = max(e.treatment_target)
    AND count(e.excess) = count(*)
    AND count(y.quarter_start) = count(*)
),
event AS (
  SELECT
    false AS is_own,
    e.quarter_start,
    e.site_id,
    e.farmer_group_key,
    e.treatment_category,
    e.treatment_target,
    e.weight_group,
    a.is_one_weight,
    false AS is_overlapping,
    false AS is_emptied,
    e.excess
  FROM released_event e
  JOIN atom a ON a.quarter_start = e.quarter_start AND a.atom = e.atom
  UNION ALL
  SELECT
    NOT :sees_all AS is_own,
    period_start(e.date, 'quarterly') AS quarter_start,
    e.site_id,
    f.farmer_group_key,
    e.treatment_category,
    e.treatment_target,
    e.weight_group,
    true AS is_one_weight,
    e.is_overlapping,
    e.is_emptied,
    CASE WHEN e.is_overlapping THEN NULL WHEN :sees_all THEN e.excess ELSE e.rough_excess END AS excess
  FROM unit_event e
  JOIN farmer f ON f.farmer_id = e.farmer_id
  WHERE e.date BETWEEN :first_day AND :last_day
    AND plus_days(e.date, 13) <= :complete_through
    AND (is_own(f.farmer_group_key, e.farmer_id, :own_group, :own) OR (:sees_all AND NOT e.is_overlapping))
),
-- what each has beyond the yardstick; null where it does not count
net AS (
  SELECT
    e.*,
    clamped_excess(e.excess) - y.mean_excess AS net_excess,
    CASE WHEN is_above_one_percent(e.excess) THEN 1 - y.share_above WHEN e.excess IS NOT NULL THEN -y.share_above END AS net_above
  FROM event e
  LEFT JOIN yardstick y ON y.quarter_start = e.quarter_start AND y.weight_group = e.weight_group
  WHERE e.treatment_category <> 'Yardstick'
),
-- each event in the row of all weights, and in that of its own
weighed AS (
  SELECT net.*, CAST(NULL AS INTEGER) AS row_weight
  FROM net
  UNION ALL
  SELECT net.*, weight_group AS row_weight
  FROM net
  WHERE is_one_weight
),
-- and in the rows of its quarter and, once that is released, of its year
placed AS (
  SELECT w.*, year(w.quarter_start) AS row_year, (month(w.quarter_start) + 2) / 3 AS row_quarter
  FROM weighed w
  UNION ALL
  SELECT w.*, year(w.quarter_start) AS row_year, CAST(NULL AS INTEGER) AS row_quarter
  FROM weighed w
  CROSS JOIN release r
  WHERE plus_days(period_end(w.quarter_start, 'quarterly'), 13) <= r.released_through
),
site_sum AS (
  SELECT
    is_own,
    treatment_category,
    treatment_target,
    row_year,
    row_quarter,
    row_weight,
    count(*) AS all_events,
    count(*) FILTER (WHERE is_overlapping) AS overlapping,
    count(net_excess) AS events,
    count(*) FILTER (WHERE net_excess IS NOT NULL AND is_emptied) AS emptied,
    sum(net_excess) AS excess,
    sum(net_above) FILTER (WHERE net_excess IS NOT NULL) AS above
  FROM placed
  GROUP BY 1, 2, 3, 4, 5, 6, site_id, farmer_group_key
),
-- how far a site's events are from as many of the row's mean, in thousandths
site_residual AS (
  SELECT
    s.*,
    1e3 * (CAST(excess AS DOUBLE) - CAST(sum(excess) OVER row AS DOUBLE) / sum(events) OVER row * events) AS residual
  FROM site_sum s
  WINDOW row AS (PARTITION BY is_own, treatment_category, treatment_target, row_year, row_quarter, row_weight)
),
side AS (
  SELECT
    is_own,
    treatment_category,
    treatment_target,
    row_year,
    row_quarter,
    row_weight,
    sum(all_events) AS all_events,
    sum(overlapping) AS overlapping,
    sum(events) AS events,
    sum(emptied) AS emptied,
    sum(excess) AS excess,
    sum(above) AS above,
    count(excess) AS sites,
    sum(exact_mean(residual * residual, 1)) AS squares
  FROM site_residual
  GROUP BY 1, 2, 3, 4, 5, 6
),
row_sum AS (
  SELECT
    treatment_category,
    treatment_target,
    row_year,
    row_quarter,
    row_weight,
    CAST(max(events) FILTER (WHERE NOT is_own) AS BIGINT) AS events,
    max(excess) FILTER (WHERE NOT is_own) AS excess,
    max(above) FILTER (WHERE NOT is_own) AS above,
    max(sites) FILTER (WHERE NOT is_own) AS sites,
    max(squares) FILTER (WHERE NOT is_own) AS squares,
    CAST(max(all_events) FILTER (WHERE is_own) AS BIGINT) AS own_all_events,
    CAST(max(overlapping) FILTER (WHERE is_own) AS BIGINT) AS own_overlapping,
    CAST(max(events) FILTER (WHERE is_own) AS BIGINT) AS own_events,
    CAST(max(emptied) FILTER (WHERE is_own) AS BIGINT) AS own_emptied,
    max(excess) FILTER (WHERE is_own) AS own_excess,
    max(above) FILTER (WHERE is_own) AS own_above,
    max(sites) FILTER (WHERE is_own) AS own_sites,
    max(squares) FILTER (WHERE is_own) AS own_squares
  FROM side
  GROUP BY 1, 2, 3, 4, 5
)
SELECT
  treatment_category,
  treatment_target,
  row_year AS year,
  row_quarter AS quarter,
  CASE WHEN row_weight IS NOT NULL THEN kilogram_label(row_weight) END AS weight_group,
  CASE WHEN events > 0 THEN events END AS event_count,
  exact_mean(excess, events) AS mean_excess_rate,
  error_between_sites(squares, sites, events) AS standard_error,
  exact_mean(above, events) AS share_above_one_percent,
  own_count(own_events, :is_farmer) AS farmer_event_count,
  exact_mean(own_excess, own_events) AS farmer_mean_excess_rate,
  error_between_sites(own_squares, own_sites, own_events) AS farmer_standard_error,
  exact_mean(own_above, own_events) AS farmer_share_above_one_percent,
  own_count(own_emptied, :is_farmer) AS farmer_emptied_count,
  share(own_overlapping, own_all_events) AS farmer_overlapping_share
FROM row_sum
WHERE events > 0 OR own_all_events > 0
ORDER BY row_year, row_quarter NULLS LAST, treatment_category, treatment_target, row_weight NULLS LAST
OFFSET :offset LIMIT :row_limit
