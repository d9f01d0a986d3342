/*
parameters: [rows, atom]
*/
-- The atoms that count in a row of the response: those whose cells all pass the caller's filters and fall into that row. If rows
-- have parts, an atom that lies in several of them has a null part.
{as}included AS (
  SELECT
    {atom}_id,
    CASE WHEN count({part}) = count(*) AND min({part}) = max({part}) THEN min({part}) END AS {part},
    {row},
  FROM (
    SELECT
      {atom}_id,
      {atom}_cells,
      {column},
    FROM {cell}
    WHERE {atom}_id IS NOT NULL
      AND NOT :sees_all
      AND piece_start BETWEEN :read_from AND :last_day
      {passing}
  ) passing
  GROUP BY
    {atom}_id,
    {row},
  HAVING count(*) = max({atom}_cells)
)
