-- Losses of all sites in Norway by month, as the Veterinary Institute publishes them.
CREATE TABLE authority.quantity AS
SELECT *,
  coalesce(no_place(species, species_code, geo_group, region, written_region), no_month('date', written_date, month),
    no_signed_count('losses', written_losses, losses), no_count('dead', written_dead, dead), no_count('discarded', written_discarded, discarded),
    no_count('escaped', written_escaped, escaped), no_signed_count('other', written_other, other)) AS own_fault
FROM (
  SELECT line, species, geo_group, region AS written_region, "date" AS written_date, losses AS written_losses, dead AS written_dead,
    discarded AS written_discarded, escaped AS written_escaped, other AS written_other,
    published_species(species) AS species_code, published_region(geo_group, region) AS region, published_day("date") AS month,
    published_number(losses) AS losses, published_number(dead) AS dead, published_number(discarded) AS discarded,
    published_number(escaped) AS escaped, published_number(other) AS other
  FROM authority.delivered
);

CREATE TABLE authority.checked AS
SELECT *,
  coalesce(own_fault, CASE WHEN first_line < line
    THEN fault_of('region', written_region, 'line ' || first_line || ' has the same species, period and region') END) AS fault
FROM (
  SELECT *, min(line) FILTER (own_fault IS NULL) OVER (PARTITION BY species_code, month, geo_group, region) AS first_line
  FROM authority.quantity
);

INSERT INTO authority.fault SELECT line, unnest(fault) FROM authority.checked WHERE fault IS NOT NULL;

INSERT INTO institute_loss
SELECT species_code, month, geo_group, region, rounded(losses), rounded(dead), rounded(discarded), rounded(escaped), rounded(other), institute(),
  last_day(), getvariable('file_no')
FROM authority.checked
WHERE fault IS NULL AND month <= last_day();

INSERT INTO authority.note
SELECT left_out(count(*), 'rows of months after ' || last_day()) FROM authority.checked WHERE fault IS NULL AND month > last_day();
