-- The sea at the sites of the caller's group by day, as site_day_temperature has it: only their readings are added up.
own_temperature AS (
  SELECT date, site_id, mean_degrees(sum(temperature * measurement_count), sum(measurement_count)) AS temperature
  FROM temperature_day
  WHERE measurement_count > 0
    AND date BETWEEN :read_from AND :last_day
    AND site_id IN (SELECT site_id FROM farmer_site WHERE farmer_group_key = :own_group)
  GROUP BY 1, 2
)
