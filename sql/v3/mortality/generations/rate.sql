/*
summary: Losses of a generation in a platform area, month by month and added up since it came there
is_not: "The cumulative risk is the chance that a fish is lost while it stays at sea, until few are left: up to ten points above share_lost, the share
    of the fish stocked that was lost. Days in tanks on land count nowhere, and the benchmark passes over hidden pieces: hold farmer_compared fields
    against it, not the caller's complete line."
family: mortality
period: month
look_back: all
slice: loss_rate_month
order: "generation (year, spring first), platform area id, month"
confidentiality: {rule: benchmark, sum: ["{kind}_rate", "cumulative_*", share_lost], calendar: [generation_month_number,
    shown_pieces, all_pieces, share_lost_pieces, share_lost_from]}
rows: [piece_start, month, generation, platform_area_id]
sums: [fish_days, mortality_count, culling_count, loss_count, days]
with: [area, stock, share_lost]
each: {kind: [loss, mortality, culling]}
fields:
  loss_rate_month: {type: date, meaning: the month's last day}
  generation: {type: string, meaning: code of the generation}
  generation_month_number: {type: integer, unit: months, meaning: "months since the generation's first at sea in the area, 0 in that one; null when it
      was there before the data"}
  farmer_generation_month_number: {type: integer, unit: months, meaning: "months since the caller's own first; null before it, and when it was there
      before the data"}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  "{kind}_rate": {type: number, unit: fraction per month, meaning: "benchmark {kind} per mean fish at risk"}
  "cumulative_{kind}_rate": {type: number, unit: fraction, meaning: "benchmark {kind} risk since the first month, over the pieces that are shown; null
      while they are fewer than half of all, and when few fish are left"}
  "farmer_{kind}_rate": {type: number, unit: fraction per month, meaning: "the caller's own {kind} per mean fish at risk"}
  "farmer_cumulative_{kind}_rate": {type: number, unit: fraction, meaning: "the caller's own {kind} risk since the first month; null when few fish are
      left"}
  "farmer_compared_cumulative_{kind}_rate": {type: number, unit: fraction, meaning: "the caller's own {kind} risk over the pieces that
      cumulative_{kind}_rate rests on: compare these two"}
  farmer_compared_share: {type: number, unit: fraction, meaning: "the part of the caller's own fish days so far that lie in the shown pieces, on which
      the farmer_compared risks rest"}
  share_lost: {type: number, unit: fraction, decimals: 3, meaning: "benchmark: of the fish that came to sea so far, the part found dead or culled,
      from the pieces that show it; null while these are fewer than half or their last one is more than 56 days before the month's end, by weight, and
      where only some of the area's production areas pass the filter"}
  farmer_share_lost: {type: number, unit: fraction, decimals: 3, meaning: "the same of all of the caller's own fish, also those in hidden
      pieces: hold farmer_compared_share_lost against share_lost, not this one"}
  farmer_share_gone: {type: number, unit: fraction, decimals: 3, meaning: "the part of the caller's own that left otherwise: harvested, moved out of
      the area, escaped or counted away, stock does not say which; lost, gone and present add up to 1"}
  farmer_share_present: {type: number, unit: fraction, decimals: 3, meaning: "the part of the caller's own that is still there on the last day
      of the month, or of the data"}
  farmer_compared_share_lost: {type: number, unit: fraction, decimals: 3, meaning: "the caller's own share lost, made as share_lost is: from the shown
      pieces, what happened in hidden ones being estimated from these; compare these two"}
  share_lost_pieces: {type: integer, unit: pieces, meaning: "pieces that share_lost rests on: those in which enough companies have sites all of whose
      fish of the generation can be shown"}
  share_lost_from: {type: date, meaning: "the first of them: what was lost before is not in share_lost, most of all the losses of the first weeks"}
  shown_pieces: {type: integer, unit: pieces, meaning: "of all_pieces those whose benchmark is shown: what the cumulative benchmark
      values rest on"}
  all_pieces: {type: integer, unit: pieces, meaning: "pieces (weeks within a month) from the generation's first month in the area up to the
      end of this one"}
  is_complete: {type: boolean, meaning: "whether the data cover the month; rates of a month that is not complete are scaled to the whole one and say
      little"}
*/
-- A generation's first month in an area is that of its first stock row at sea there, over all farmers and regardless of the filters. A risk adds
-- up hazards: the losses of a piece per fish that it has on average, over the days of it on which there are fish. So the first and the last days
-- of a generation count as the days that they are. A piece that is hidden adds nothing; own pieces all count, but for the values to compare with.
-- Risks end in the first complete month whose mean stock is below a tenth of the largest one before: a few left-over fish say nothing about a
-- generation. Decided here: a month without fish, or a hidden one, has no mean stock and ends nothing.
-- The share lost is of the fish that came, harvest being another end (shared/share_lost.sql): it needs no last month.
WITH
first_month AS (
  SELECT
    generation,
    platform_area_id,
    month_start(min(first_date)) AS month,
    month_start(min(first_date) FILTER (WHERE is_own(farmer_group_key, farmer_id, :own_group, :own))) AS own_month
  FROM sea_cohort
  GROUP BY 1, 2
),
side_piece AS (
  SELECT
    is_own,
    piece_start,
    month,
    generation,
    platform_area_id,
    sum({kind}_count) AS {kind}_count,
    sum(fish_days) AS fish_days,
    number_of_days(bitwise_or_agg(days)) AS days
  FROM stock
  WHERE platform_area_id IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5
),
piece_sum AS (
  SELECT
    piece_start,
    month,
    generation,
    platform_area_id,
    max({kind}_count) FILTER (WHERE NOT is_own) AS {kind}_count,
    max({kind}_count) FILTER (WHERE is_own) AS own_{kind}_count,
    max(fish_days) FILTER (WHERE NOT is_own) AS fish_days,
    max(fish_days) FILTER (WHERE is_own) AS own_fish_days,
    max(days) FILTER (WHERE NOT is_own) AS days,
    max(days) FILTER (WHERE is_own) AS own_days
  FROM side_piece
  GROUP BY piece_start, month, generation, platform_area_id
),
-- as decimals, so that sums have the same last digit in any order
piece_hazard AS (
  SELECT
    p.*,
    CAST(period_rate({kind}_count, fish_days, days) AS DECIMAL(38, 15)) AS {kind}_hazard,
    CAST(period_rate(own_{kind}_count, own_fish_days, own_days) AS DECIMAL(38, 15)) AS own_{kind}_hazard,
  FROM piece_sum p
),
month_sum AS (
  SELECT
    month,
    generation,
    platform_area_id,
    sum({kind}_count) AS {kind}_count,
    sum(own_{kind}_count) AS own_{kind}_count,
    sum({kind}_hazard) AS {kind}_hazard,
    sum(own_{kind}_hazard) AS own_{kind}_hazard,
    sum(CASE WHEN fish_days > 0 THEN own_{kind}_hazard END) AS compared_{kind}_hazard,
    count(CASE WHEN fish_days > 0 THEN piece_start END) AS shown_pieces,
    sum(fish_days) AS fish_days,
    sum(own_fish_days) AS own_fish_days,
    sum(CASE WHEN fish_days > 0 THEN own_fish_days END) AS compared_fish_days,
    CAST(day(month_end(month)) AS INTEGER) AS days,
    month_end(month) <= :complete_through AS is_complete
  FROM piece_hazard
  GROUP BY month, generation, platform_area_id
),
so_far AS (
  SELECT
    month_sum.*,
    sum(shown_pieces) OVER months AS shown_pieces_so_far,
    risk_of(CAST(sum({kind}_hazard) OVER months AS DOUBLE)) AS {kind}_risk,
    risk_of(CAST(sum(own_{kind}_hazard) OVER months AS DOUBLE)) AS own_{kind}_risk,
    risk_of(CAST(sum(compared_{kind}_hazard) OVER months AS DOUBLE)) AS compared_{kind}_risk,
    sum(own_fish_days) OVER months AS own_fish_days_so_far,
    sum(compared_fish_days) OVER months AS compared_fish_days_so_far,
    max(CASE WHEN is_complete THEN mean_stock(fish_days, days) END) OVER earlier_months AS largest,
    max(CASE WHEN is_complete THEN mean_stock(own_fish_days, days) END) OVER earlier_months AS own_largest
  FROM month_sum
  WINDOW
    months AS (PARTITION BY generation, platform_area_id ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
    earlier_months AS (PARTITION BY generation, platform_area_id ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
curve AS (
  SELECT
    so_far.*,
    max(CASE WHEN is_complete AND mean_stock(10 * fish_days, days) < largest THEN 1 ELSE 0 END) OVER months = 1 AS has_ended,
    max(CASE WHEN is_complete AND mean_stock(10 * own_fish_days, days) < own_largest THEN 1 ELSE 0 END) OVER months = 1 AS own_has_ended
  FROM so_far
  WINDOW months AS (PARTITION BY generation, platform_area_id ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
-- by the calendar, whether they are shown or not
all_piece AS (
  SELECT f.generation, f.platform_area_id, m.month, number_of_pieces(f.month, month_end(m.month)) AS pieces
  FROM first_month f
  JOIN curve m ON m.generation = f.generation AND m.platform_area_id = f.platform_area_id
),
lost_so_far AS (
  SELECT
    r.generation,
    r.platform_area_id,
    r.month,
    sum(CASE WHEN NOT l.is_own THEN l.lost END ORDER BY l.month) AS lost,
    sum(CASE WHEN NOT l.is_own THEN l.entered END ORDER BY l.month) AS entered,
    sum(CASE WHEN l.is_own THEN l.lost END ORDER BY l.month) AS compared_lost,
    sum(CASE WHEN l.is_own THEN l.entered END ORDER BY l.month) AS compared_entered,
    coalesce(sum(CASE WHEN NOT l.is_own THEN l.pieces END), 0) AS pieces,
    min(CASE WHEN NOT l.is_own THEN l.first_piece END) AS first_piece,
    max(CASE WHEN NOT l.is_own THEN l.last_piece END) AS last_piece
  FROM curve r
  JOIN share_lost l ON l.generation = r.generation AND l.platform_area_id = r.platform_area_id AND l.month <= r.month
  GROUP BY 1, 2, 3
),
own_so_far AS (
  SELECT r.generation, r.platform_area_id, r.month, sum(o.come) AS come, sum(o.lost) AS lost, sum(o.gone) AS gone
  FROM curve r
  JOIN own_book o ON o.generation = r.generation AND o.platform_area_id = r.platform_area_id AND o.month <= r.month
  GROUP BY 1, 2, 3
),
-- books are of whole platform areas and all weights
whole_area AS (
  SELECT platform_area_id
  FROM area_place
  WHERE is_every_weight(:weight_range_start, :weight_range_end)
  GROUP BY 1
  HAVING min(CASE WHEN :all_areas OR production_area_id IN (:areas) THEN 1 ELSE 0 END) = 1
),
shown_share AS (
  SELECT l.*
  FROM lost_so_far l
  JOIN whole_area w ON w.platform_area_id = l.platform_area_id
  JOIN all_piece p ON p.generation = l.generation AND p.platform_area_id = l.platform_area_id AND p.month = l.month
  WHERE 2 * l.pieces >= p.pieces
    AND month_end(l.month) <= plus_days(piece_end(l.last_piece), 56)
)
SELECT
  month_end(r.month) AS loss_rate_month,
  r.generation,
  CASE WHEN f.month > month_start(:data_begin) THEN date_diff('month', f.month, r.month) END AS generation_month_number,
  CASE WHEN f.own_month > month_start(:data_begin) AND f.own_month <= r.month
    THEN date_diff('month', f.own_month, r.month) END AS farmer_generation_month_number,
  a.platform_area_name,
  a.production_area_ids,
  period_rate(r.{kind}_count, r.fish_days, r.days) AS {kind}_rate,
  CASE WHEN NOT r.has_ended AND 2 * r.shown_pieces_so_far >= p.pieces THEN r.{kind}_risk END AS cumulative_{kind}_rate,
  period_rate(r.own_{kind}_count, r.own_fish_days, r.days) AS farmer_{kind}_rate,
  CASE WHEN NOT r.own_has_ended THEN r.own_{kind}_risk END AS farmer_cumulative_{kind}_rate,
  CASE WHEN NOT r.own_has_ended THEN r.compared_{kind}_risk END AS farmer_compared_cumulative_{kind}_rate,
  CASE WHEN NOT r.own_has_ended AND r.compared_fish_days_so_far > 0
    THEN share(r.compared_fish_days_so_far, r.own_fish_days_so_far) END AS farmer_compared_share,
  share(h.lost, h.entered) AS share_lost,
  CASE WHEN w.platform_area_id IS NOT NULL THEN share(o.lost, o.come) END AS farmer_share_lost,
  CASE WHEN w.platform_area_id IS NOT NULL THEN share(o.gone, o.come) END AS farmer_share_gone,
  CASE WHEN w.platform_area_id IS NOT NULL THEN share(o.come - o.lost - o.gone, o.come) END AS farmer_share_present,
  share(h.compared_lost, h.compared_entered) AS farmer_compared_share_lost,
  CASE WHEN w.platform_area_id IS NOT NULL THEN coalesce(l.pieces, 0) END AS share_lost_pieces,
  CASE WHEN w.platform_area_id IS NOT NULL THEN l.first_piece END AS share_lost_from,
  r.shown_pieces_so_far AS shown_pieces,
  p.pieces AS all_pieces,
  r.is_complete
FROM curve r
JOIN first_month f ON f.generation = r.generation AND f.platform_area_id = r.platform_area_id
JOIN area a ON a.platform_area_id = r.platform_area_id
JOIN all_piece p ON p.generation = r.generation AND p.platform_area_id = r.platform_area_id AND p.month = r.month
LEFT JOIN lost_so_far l ON l.generation = r.generation AND l.platform_area_id = r.platform_area_id AND l.month = r.month
LEFT JOIN shown_share h ON h.generation = r.generation AND h.platform_area_id = r.platform_area_id AND h.month = r.month
LEFT JOIN own_so_far o ON o.generation = r.generation AND o.platform_area_id = r.platform_area_id AND o.month = r.month
LEFT JOIN whole_area w ON w.platform_area_id = r.platform_area_id
WHERE r.month BETWEEN :first_day AND :last_day
ORDER BY generation_order(r.generation), r.platform_area_id, r.month
OFFSET :offset LIMIT :row_limit
