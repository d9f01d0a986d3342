-- What the Veterinary Institute publishes becomes public_quartile and public_loss: a delivery's periods replace the published ones, quartiles by
-- their kind. Of several files of a delivery with the same period the last one by name counts.

-- name: public_quartile
SELECT {columns} FROM (
  SELECT * FROM institute_quartile
  QUALIFY dense_rank() OVER (PARTITION BY kind, period ORDER BY file_no DESC) = 1
)
UNION ALL
SELECT {columns} FROM old_public_quartile WHERE (kind, period) NOT IN (SELECT kind, period FROM institute_quartile)

-- name: public_loss
SELECT {columns} FROM (
  SELECT * FROM institute_loss
  QUALIFY dense_rank() OVER (PARTITION BY month ORDER BY file_no DESC) = 1
)
UNION ALL
SELECT {columns} FROM old_public_loss WHERE month NOT IN (SELECT month FROM institute_loss)

-- name: lost
-- Remarks on published rows whose period is delivered without them.
SELECT count(*) || ' rows of published quartiles were taken away, since the delivery has their periods without them'
FROM old_public_quartile
WHERE (kind, period) IN (SELECT kind, period FROM institute_quartile)
  AND (kind, period, species_code, geo_group, region) NOT IN (SELECT kind, period, species_code, geo_group, region FROM institute_quartile)
HAVING count(*) > 0
UNION ALL
SELECT count(*) || ' rows of published losses were taken away, since the delivery has their months without them'
FROM old_public_loss
WHERE month IN (SELECT month FROM institute_loss)
  AND (month, species_code, geo_group, region) NOT IN (SELECT month, species_code, geo_group, region FROM institute_loss)
HAVING count(*) > 0
