/*
parameters: [leaves, parent, leaf, order]
*/
-- The atoms in a one-level tree, from the amount of each farmer group in each leaf of each parent. Leaves that are not safe are
-- merged; if the result is not safe, the parent's safe leaves are added to it, smallest first and equal ones in their order, until it
-- is (definitions.md, section 2).
leaf_sum AS (
  SELECT
    {parent},
    {leaf},
    sum(amount) AS amount,
    :sees_all OR is_safe(count(*), sum(amount), max(amount), second_of(max(amount, 2)), :min_farmers, :max_share) AS safe
  FROM {leaves}
  GROUP BY {parent}, {leaf}
),
-- the step at which a leaf is added; unsafe leaves are added first
leaf_turn AS (
  SELECT
    {parent},
    {leaf},
    CASE WHEN safe THEN row_number() OVER (PARTITION BY {parent}, safe ORDER BY amount, {order} NULLS LAST) ELSE 0 END AS turn
  FROM leaf_sum
),
turn_group AS (
  SELECT t.{parent}, t.turn, l.farmer_group_key, sum(l.amount) AS amount
  FROM (SELECT DISTINCT {parent}, turn FROM leaf_turn) t
  JOIN leaf_turn added ON added.{parent} = t.{parent} AND added.turn <= t.turn
  JOIN {leaves} l ON l.{parent} = added.{parent} AND l.{leaf} IS NOT DISTINCT FROM added.{leaf}
  GROUP BY 1, 2, 3
),
turn_sum AS (
  SELECT
    {parent},
    turn,
    is_safe(count(*), sum(amount), max(amount), second_of(max(amount, 2)), :min_farmers, :max_share) AS safe
  FROM turn_group
  GROUP BY {parent}, turn
),
parent_turn AS (
  SELECT {parent}, min(turn) = 0 AS has_open, min(turn) FILTER (WHERE safe) AS enough
  FROM turn_sum
  GROUP BY {parent}
),
bound AS (
  SELECT
    l.{parent},
    l.{leaf},
    l.turn > 0 AND (NOT p.has_open OR p.enough IS NULL OR l.turn > p.enough) AS is_atom,
    NOT p.has_open OR p.enough IS NOT NULL AS none_open
  FROM leaf_turn l
  JOIN parent_turn p ON p.{parent} = l.{parent}
)
