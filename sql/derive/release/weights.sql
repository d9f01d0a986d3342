-- How much more or less than all weights fish of 500 g of weight lose (definitions.md, comparison of losses): made once, when a month is
-- released. Parts are tables of the ledger.

-- name: whole_months
SELECT CAST(unnest(generate_series(CAST(:first_day AS DATE), CAST(:last_day AS DATE), INTERVAL 1 MONTH)) AS DATE) AS last_month

-- name: made_months
SELECT DISTINCT last_month FROM ({weight_rate}) w

-- name: weight_rates
-- Of the twelve months up to each of the months, over the coast's released rows at sea: the loss rate of each band against that of all, in
-- ten-thousandths, half up. Of a band count the months in which its fish are safe by themselves: the rates of two months following each other have
-- all others in common. None where the ledger has not all twelve months. Part is released_stock_cell.
WITH
sea AS (
  SELECT
    month_start(r.piece_start) AS month,
    weight_group(r.weight_class, 500) AS weight_group,
    coalesce(g.farmer_group_key, r.farmer_group_key) AS group_now,
    min(r.piece_start) AS first_piece,
    sum(r.fish_days) AS fish_days,
    sum(r.mortality_count + r.culling_count) AS lost
  FROM ({released}) r
  LEFT JOIN groups g ON g.farmer_id = r.farmer_id
  WHERE r.site_placement = 'offshore'
    AND r.atom IS NOT NULL
    AND r.piece_start >= (SELECT plus_months(min(last_month), -11) FROM months)
  GROUP BY 1, 2, 3
),
safe_band AS (
  SELECT month, weight_group, sum(fish_days) AS fish_days, sum(lost) AS lost
  FROM sea
  WHERE fish_days > 0
  GROUP BY 1, 2
  HAVING is_safe(count(*), sum(fish_days), max(fish_days), coalesce(max(fish_days, 2)[2], 0), :min_farmers, :max_share)
),
of_months AS (
  SELECT m.last_month, s.*
  FROM months m
  JOIN sea s ON s.month BETWEEN plus_months(m.last_month, -11) AND m.last_month
),
whole AS (
  SELECT last_month, sum(fish_days) AS fish_days, sum(lost) AS lost
  FROM of_months
  GROUP BY 1
  HAVING count(DISTINCT month) = 12
    AND min(first_piece) = plus_months(last_month, -11)
    AND sum(lost) > 0
),
band AS (
  SELECT m.last_month, b.weight_group, sum(b.fish_days) AS fish_days, sum(b.lost) AS lost
  FROM months m
  JOIN safe_band b ON b.month BETWEEN plus_months(m.last_month, -11) AND m.last_month
  GROUP BY 1, 2
)
SELECT
  b.last_month,
  b.weight_group,
  CAST((20000 * b.lost * w.fish_days + b.fish_days * w.lost) // (2 * b.fish_days * w.lost) AS INTEGER) AS factor
FROM band b
JOIN whole w ON w.last_month = b.last_month
