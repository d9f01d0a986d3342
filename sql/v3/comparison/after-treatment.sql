/*
summary: "What treatments cost in fish: losses of the 14 days from a treatment on, by method and weight"
is_not: "No proof of cause: sicker fish are treated otherwise than healthy ones, and a farm chooses the method by the fish, the sea and what it has
    at hand. Losses after 14 days are not in it, nor is lost growth, nor are treatments with another one within 20 days or that name no units."
family: comparison
period: year
order: "year, quarter (the year last), category, target, weight (all weights last)"
without_parameters: [areas]
takes: [own]
confidentiality:
  rule: "events count from the ledger alone, in atoms of a quarter that lie in the row whole; a year is the sum of its quarters"
  sum: [event_count, mean_excess_rate, "share_above_*"]
  public: [weight_group]
  calendar: [quarter]
fields:
  treatment_category: {type: string, meaning: "Bath, Medicinal, Mechanical, Thermal, Freshwater, Cleanerfish, ..."}
  treatment_target: {type: string, meaning: "Lice, Bacteria, Parasites, Health, Other"}
  year: {type: integer, meaning: calendar year of the treatment}
  quarter: {type: integer, meaning: "calendar quarter, 1 to 4; null for the year's released quarters together"}
  weight_group: {type: string, meaning: "mean weight that day: 0–1 kg, 1–2 kg, 2–3 kg, 3–4 kg or 4+ kg; null for all weights, also those of no row"}
  event_count: {type: integer, unit: treated units, meaning: "benchmark events: a treatment of a unit at sea, without another one within
      20 days"}
  mean_excess_rate: {type: number, decimals: 3, unit: fraction, meaning: "mean of their excess: the sum of the daily loss rates of the 14 days from
      the treatment on, less 14 times the median of days 14 to 4 before it"}
  share_above_quarter_percent: {type: number, decimals: 3, unit: fraction, meaning: "the part of them with an excess above 0.25 % of the fish"}
  share_above_one_percent: {type: number, decimals: 3, unit: fraction, meaning: "the part of them with an excess above 1 % of the fish"}
  farmer_event_count: {type: integer, unit: treated units, meaning: the caller's own events}
  farmer_mean_excess_rate: {type: number, unit: fraction, meaning: mean of their excess}
  farmer_share_above_quarter_percent: {type: number, unit: fraction, meaning: "the part of them with an excess above 0.25 % of the fish"}
  farmer_share_above_one_percent: {type: number, unit: fraction, meaning: "the part of them with an excess above 1 % of the fish"}
  farmer_baseline_rate: {type: number, unit: fraction per day, meaning: "mean of the medians before them"}
  farmer_emptied_count: {type: integer, unit: treated units, meaning: "those of them whose unit reports no fish on day 13; they count to the
      last day before that it does"}
  farmer_overlapping_share: {type: number, unit: fraction, meaning: "the part of the caller's treated units that is left out, since another treatment
      is within 20 days"}
*/
-- An event is a row of the view unit_event, which has the formula. Released is a calendar quarter, once, when the 13 days after it are; its atoms are
-- made by category and target, and below that by weight. An atom counts in the row of all weights if it lies in one category and target, and in a
-- weight's row if it lies in that weight. Decided here: the sign of the thresholds is "above"; the window is widened to whole years, for quarters
-- too; own events are those that are followed up for 13 days by the complete data, in any quarter; a year has the released quarters alone, of own
-- events too, so that both sides are of the same time. Callers who see all get the present events, each an atom.
WITH
released_event AS (
  SELECT
    period_start(date, 'quarterly') AS quarter_start,
    atom,
    treatment_category,
    treatment_target,
    weight_group,
    excess_rate
  FROM treatment_event
  WHERE date BETWEEN :first_day AND :last_day
    AND NOT :sees_all
),
atom AS (
  SELECT
    quarter_start,
    atom,
    min(weight_group) = max(weight_group) AS is_one_weight
  FROM released_event
  GROUP BY 1, 2
  HAVING min(treatment_category) = max(treatment_category) AND min(treatment_target) = max(treatment_target)
),
event AS (
  SELECT
    false AS is_own,
    e.quarter_start,
    e.treatment_category,
    e.treatment_target,
    e.weight_group,
    a.is_one_weight,
    true AS counts,
    false AS is_emptied,
    e.excess_rate,
    CAST(NULL AS DECIMAL(18, 12)) AS baseline_rate
  FROM released_event e
  JOIN atom a ON a.quarter_start = e.quarter_start AND a.atom = e.atom
  UNION ALL
  SELECT
    NOT :sees_all AS is_own,
    period_start(e.date, 'quarterly') AS quarter_start,
    e.treatment_category,
    e.treatment_target,
    e.weight_group,
    true AS is_one_weight,
    NOT e.is_overlapping AS counts,
    e.is_emptied,
    e.excess_rate,
    e.baseline_rate
  FROM unit_event e
  JOIN site_place p ON p.site_id = e.site_id AND p.site_placement = 'offshore'
  JOIN farmer f ON f.farmer_id = e.farmer_id
  WHERE e.date BETWEEN :first_day AND :last_day
    AND plus_days(e.date, 13) <= :complete_through
    AND (is_own(f.farmer_group_key, e.farmer_id, :own_group, :own) OR (:sees_all AND NOT e.is_overlapping))
),
-- each event in the row of all weights, and in that of its own
weighed AS (
  SELECT event.*, CAST(NULL AS INTEGER) AS row_weight
  FROM event
  UNION ALL
  SELECT event.*, weight_group AS row_weight
  FROM event
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
side AS (
  SELECT
    is_own,
    treatment_category,
    treatment_target,
    row_year,
    row_quarter,
    row_weight,
    count(*) AS all_events,
    count(*) FILTER (WHERE counts) AS events,
    count(*) FILTER (WHERE counts AND is_emptied) AS emptied,
    count(*) FILTER (WHERE counts AND excess_rate > CAST(25e-4 AS DECIMAL(18, 12))) AS above_quarter_percent,
    count(*) FILTER (WHERE counts AND excess_rate > CAST(1e-2 AS DECIMAL(18, 12))) AS above_one_percent,
    sum(excess_rate) FILTER (WHERE counts) AS excess,
    sum(baseline_rate) FILTER (WHERE counts) AS baseline
  FROM placed
  GROUP BY 1, 2, 3, 4, 5, 6
),
row_sum AS (
  SELECT
    treatment_category,
    treatment_target,
    row_year,
    row_quarter,
    row_weight,
    max(events) FILTER (WHERE NOT is_own) AS events,
    max(excess) FILTER (WHERE NOT is_own) AS excess,
    max(above_quarter_percent) FILTER (WHERE NOT is_own) AS above_quarter_percent,
    max(above_one_percent) FILTER (WHERE NOT is_own) AS above_one_percent,
    max(all_events) FILTER (WHERE is_own) AS own_all_events,
    max(events) FILTER (WHERE is_own) AS own_events,
    max(emptied) FILTER (WHERE is_own) AS own_emptied,
    max(excess) FILTER (WHERE is_own) AS own_excess,
    max(baseline) FILTER (WHERE is_own) AS own_baseline,
    max(above_quarter_percent) FILTER (WHERE is_own) AS own_above_quarter_percent,
    max(above_one_percent) FILTER (WHERE is_own) AS own_above_one_percent
  FROM side
  GROUP BY 1, 2, 3, 4, 5
)
SELECT
  treatment_category,
  treatment_target,
  row_year AS year,
  row_quarter AS quarter,
  CASE WHEN row_weight IS NOT NULL THEN kilogram_label(row_weight) END AS weight_group,
  events AS event_count,
  exact_mean(excess, events) AS mean_excess_rate,
  share(above_quarter_percent, events) AS share_above_quarter_percent,
  share(above_one_percent, events) AS share_above_one_percent,
  own_count(own_events, :is_farmer) AS farmer_event_count,
  exact_mean(own_excess, own_events) AS farmer_mean_excess_rate,
  share(own_above_quarter_percent, own_events) AS farmer_share_above_quarter_percent,
  share(own_above_one_percent, own_events) AS farmer_share_above_one_percent,
  exact_mean(own_baseline, own_events) AS farmer_baseline_rate,
  own_count(own_emptied, :is_farmer) AS farmer_emptied_count,
  share(own_all_events - own_events, own_all_events) AS farmer_overlapping_share
FROM row_sum
ORDER BY row_year, row_quarter NULLS LAST, treatment_category, treatment_target, row_weight NULLS LAST
OFFSET :offset LIMIT :row_limit
