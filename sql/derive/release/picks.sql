-- Whether a mean over chosen members may be shown (definitions.md, section 2, Figures that are no sums). The table pick has, for each set, how many
-- members of each group are chosen in each block, and how many are not. A block is a set of members of which a sum is known; chosen members in no
-- block have the block null.

-- name: judged
-- A set is safe when its members belong to enough groups, none of them has more than half, and every pick passes. A pick is what is left of the sum
-- of the chosen when sums of blocks are subtracted: of each block that is cut, its chosen members (the block was not subtracted) or its others (it
-- was). The chosen in no block are in every pick. Taking goes on only while the groups taken so far are too few, so that few picks are looked at.
WITH RECURSIVE
chosen AS (
  SELECT
    set_id,
    :min_farmers <= 1 OR (count(*) > :min_farmers AND 2 * max(members) <= sum(members)) AS has_groups
  FROM (SELECT set_id, farmer_group_key, sum(chosen) AS members FROM pick WHERE chosen > 0 GROUP BY 1, 2) g
  GROUP BY 1
),
cut AS (
  SELECT
    set_id,
    block,
    row_number() OVER (PARTITION BY set_id ORDER BY block NULLS FIRST) AS number
  FROM pick
  SEMI JOIN chosen ON chosen.set_id = pick.set_id AND chosen.has_groups
  WHERE :min_farmers > 1
  GROUP BY 1, 2
  HAVING sum(chosen) > 0 AND (sum(others) > 0 OR block IS NULL)
),
cuts AS (
  SELECT set_id, count(*) AS number, count(block) AS blocks
  FROM cut
  GROUP BY 1
),
half AS (
  SELECT c.set_id, c.number, list(DISTINCT p.farmer_group_key) AS groups
  FROM cut c
  JOIN pick p ON p.set_id = c.set_id AND p.block IS NOT DISTINCT FROM c.block
  CROSS JOIN (VALUES (true), (false)) AS v(is_chosen)
  WHERE CASE WHEN v.is_chosen THEN p.chosen ELSE p.others END > 0
    AND (v.is_chosen OR c.block IS NOT NULL)
  GROUP BY c.set_id, c.number, v.is_chosen
  HAVING count(DISTINCT p.farmer_group_key) <= :min_farmers
),
taken AS (
  SELECT set_id, CAST(0 AS BIGINT) AS number, CAST([] AS VARCHAR[]) AS groups
  FROM cuts
  WHERE blocks <= 12
  UNION
  SELECT t.set_id, h.number, list_sort(list_distinct(list_concat(t.groups, h.groups))) AS groups
  FROM taken t
  JOIN half h ON h.set_id = t.set_id AND h.number = t.number + 1
  WHERE len(list_distinct(list_concat(t.groups, h.groups))) <= :min_farmers
),
failing AS (
  SELECT set_id FROM cuts WHERE blocks > 12
  UNION
  SELECT t.set_id FROM taken t JOIN cuts c ON c.set_id = t.set_id AND c.number = t.number
)
SELECT c.set_id, c.has_groups AND f.set_id IS NULL AS is_safe
FROM chosen c
LEFT JOIN failing f ON f.set_id = c.set_id
