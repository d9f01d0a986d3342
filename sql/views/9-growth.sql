-- What fish of a weight grow in a day in water of a whole degree along the whole coast, in percent of their biomass, to three decimals: of a released
-- year, where they are of enough groups. It is the same for every caller.
-- held: they are few
CREATE VIEW coast_growth AS
SELECT
  year_start AS year,
  weight_from,
  degrees,
  CAST(round(exact_mean(100 * sum(gain_g), sum(biomass_g)), 3) AS DOUBLE) AS growth_percent
FROM growth_rate
GROUP BY 1, 2, 3;
