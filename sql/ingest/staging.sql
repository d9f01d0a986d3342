-- The tables of the staging database, in the order of an ingest, except those that are made of contracts (below). The files of this folder use them
-- by name. Above each: how it is stored, the stage of an ingest that makes it, and what a row is. A temporary one is in memory and made again and
-- again; a view is a query that is run each time; a packed one has its rows in one struct column, which is made in half the time, and a view of the
-- columns.
-- {site} stands for the columns of that table of the lake. In tests an ingest fails if it makes another table, or one with other columns.

-- table of read: a row that could not be read, by the file's unit
unread_row(file_no INTEGER, unit BIGINT, column_name VARCHAR, value VARCHAR, reason VARCHAR);

-- table of read: a row with a fault: a check of its own, or a CrossCheck
bad_row(file_no INTEGER, row_id BIGINT, fault UTINYINT, value VARCHAR, detail VARCHAR, first_row BIGINT);

-- table of read: a site of a file whose rows are rejected as a whole
bad_site(file_no INTEGER, site_id VARCHAR, fault UTINYINT, first_row BIGINT, row_count BIGINT);

-- temporary of check: a row that the check at hand finds
hit(row_id BIGINT, value VARCHAR, detail VARCHAR, first_row BIGINT);

-- temporary of check: a hash that several keys have
twice(h UBIGINT);

-- table of check: a delivered outline that cannot be read
bad_outline(area_id INTEGER);

-- table of read: a site of an authority's register; owners, purposes and forms are |-separated
register_site(
  site_id VARCHAR, site_name VARCHAR, latitude DOUBLE, longitude DOUBLE, placement VARCHAR, production_area_id INTEGER, owners VARCHAR,
  purpose VARCHAR, production_form VARCHAR, as_of DATE, file_no INTEGER);

-- table of read: an outline of an authority's file
found_outline(file_no INTEGER, area_id INTEGER, area_name VARCHAR, area_geojson VARCHAR);

-- table of read: the authority's own figures; if several files cover a month, the newer layout wins, then the later file name
statistics_month({authority_month}, layout INTEGER, file_name VARCHAR, file_no INTEGER);

-- table of read: the same figures by stocking year
statistics_generation({authority_generation}, layout INTEGER, file_name VARCHAR, file_no INTEGER);

-- table of read: a measure against lice
report_treatment(
  file_no INTEGER, line BIGINT, treatment_id VARCHAR, date DATE, site_id VARCHAR, treatment_category VARCHAR, treatment_subtype VARCHAR,
  requires_handling BOOLEAN, treatment_site_scope VARCHAR, number_of_units_treated INTEGER);

-- table of read: a sea temperature of a week
report_temperature(file_no INTEGER, line BIGINT, date DATE, site_id VARCHAR, temperature DECIMAL(5,2));

-- table of read: the lice of a site and week
report_lice(file_no INTEGER, line BIGINT, {lice_week});

-- temporary of read: a row of a report that is rejected after it was read
rejected_report_row(file_no INTEGER, line BIGINT);

-- table of read: a disease at a site, with the week of the report
report_disease(
  file_no INTEGER, line BIGINT, week DATE, site_id VARCHAR, disease VARCHAR, status VARCHAR, from_date DATE, to_date DATE);

-- table of read: quartiles as the Veterinary Institute publishes them; if several files cover a period, the last one wins
institute_quartile({public_quartile}, file_no INTEGER);

-- table of read: losses as it publishes them
institute_loss({public_loss}, file_no INTEGER);

-- table of read: a week that a report covers, by the lake's table that it is replaced in
report_week(target VARCHAR, week DATE);

-- table of read: a site's week in the food-safety authority's reports, and when the latest of them was sent, in milliseconds since 1970
report_site_week(file_no INTEGER, site_id VARCHAR, week DATE, sent_ms BIGINT);

-- table of read: how the counters of a company's export of a site are read
read_counter(farmer_id VARCHAR, system VARCHAR, source VARCHAR, site_id VARCHAR, reading VARCHAR);

-- table of read: the last statuses of the delivered exports
read_status({source_status});

-- table of read: a site as a report names and places it
report_site(site_id VARCHAR, site_name VARCHAR, latitude DOUBLE, longitude DOUBLE, production_area_id INTEGER, week DATE);

-- table of merge: a site of the delivery, of whichever file
delivered_site({site});

-- table of merge: the production area that a site lies in
found_area(area_id INTEGER, site_id VARCHAR);

-- table of merge: the authority's figures of the delivery, of whichever file
delivered_month({authority_month});

-- table of merge: the same figures by stocking year
delivered_generation({authority_generation});

-- view of merge: published rows of stock_day in the years that the delivery touches
touched_stock({stock_day});

-- view of merge: published rows of loss_day in the years that the delivery touches
touched_loss({loss_day});

-- view of merge: published rows of temperature_day in the years that the delivery touches
touched_temperature({temperature_day});

-- view of merge: published rows of lice_count in the years that the delivery touches
touched_lice({lice_count});

-- view of merge: published rows of treatment in the years that the delivery touches
touched_treatment({treatment});

-- table of check: a site of a company's files
delivered_site_farmer(farmer_id VARCHAR, site_id VARCHAR);

-- table of check: a company that is named for a site
named_site(site_id VARCHAR, farmer_id VARCHAR, named_by VARCHAR);

-- table of check: a delivered site that nobody is named for
free_site(site_id VARCHAR);

-- table of check: such a site's first company with stock in the lake
lake_holder(site_id VARCHAR, farmer_id VARCHAR);

-- table of check: a company that a site is of
site_holder(site_id VARCHAR, farmer_id VARCHAR);

-- table of check: a company of the delivery at a site of others
others_site(farmer_id VARCHAR, site_id VARCHAR);

-- table of merge: a delivered row whose key the lake has from another farmer
contested(row_id BIGINT, owner VARCHAR, site_id VARCHAR, date DATE);

-- table of merge: a site whose stock, losses or feed were delivered
stock_site(farmer_id VARCHAR, site_id VARCHAR);

-- temporary of merge: published stock of a delivered site
old_row({stock_day}, sea_transfer_date DATE);

-- temporary of merge: published losses of a delivered site
old_loss_row({loss_day});

-- table of merge: the same stock, numbered as delivered rows are
old_unit_day(
  date DATE, farmer_id VARCHAR, site_id VARCHAR, unit INTEGER, cohort INTEGER, fish_count INTEGER, avg_weight_gram DECIMAL(9,2), feed_g BIGINT);

-- table of merge: the same losses, numbered; grams where weighed
old_unit_loss(date DATE, farmer_id VARCHAR, site_id VARCHAR, unit INTEGER, cause INTEGER, loss_count INTEGER, weighed_g BIGINT);

-- temporary of merge: what the lake has on a day that a file replaces, and the delivery lacks
gone(file_no INTEGER, farmer_id VARCHAR, site_id VARCHAR, part VARCHAR, date DATE, gram BIGINT);

-- temporary of merge: days of the year at hand that the delivery corrects
corrected({correction});

-- table of merge: a unit's day whose published losses go
dropped_loss(date DATE, unit INTEGER);

-- table of merge: a unit-day whose published feed is dropped
dropped_feed(date DATE, unit INTEGER);

-- packed of merge: a unit's stock on a day of the year at hand
year_stock(date DATE, unit INTEGER, cohort INTEGER, fish_count INTEGER, avg_weight_gram DECIMAL(9,2));

-- packed of merge: a loss of the year at hand, with the unit's stock
year_loss(
  date DATE, unit INTEGER, cause INTEGER, is_culling BOOLEAN, loss_count INTEGER, cohort INTEGER, fish_count INTEGER, avg_weight_gram DECIMAL(9,2),
  grams BIGINT);

-- packed of merge: a unit's losses of a day of the year at hand
year_day(
  unit INTEGER, date DATE, fish_count INTEGER, mortality_count BIGINT, mortality_g BIGINT, culling_count BIGINT, culling_g BIGINT, losses BIGINT);

-- table of merge: a unit's day of the year at hand with more losses than fish
over_day(
  date DATE, unit INTEGER, losses INTEGER, fish_count INTEGER, avg_weight_gram DECIMAL(9,2), before_gram DECIMAL(9,2), after_gram DECIMAL(9,2));

-- table of merge: the weights that a unit has before and after the year at hand
outer_weight(unit INTEGER, before_gram DECIMAL(9,2), after_gram DECIMAL(9,2));

-- view of merge: such a day: its stock as delivered, and the weight that it gets
raised_day(date DATE, unit INTEGER, losses INTEGER, fish_count INTEGER, avg_weight_gram DECIMAL(9,2), raised_gram DECIMAL(9,2));

-- view of merge: a unit's feed on a day of the year at hand
year_feed(date DATE, unit INTEGER, feed_g BIGINT);

-- view of merge: stock_day of the year at hand, by numbers
year_row(
  date DATE, unit INTEGER, cohort INTEGER, fish_count INTEGER, avg_weight_gram DECIMAL(9,2), biomass_g BIGINT, mortality_count BIGINT,
  mortality_g BIGINT, culling_count BIGINT, culling_g BIGINT, feed_g BIGINT);

-- temporary of merge: feed that has no stock, or no fish
stray_feed(date DATE, unit INTEGER, fish_count INTEGER);

-- table of merge: a treatment as it will be, without species
treatment_new(
  n BIGINT, treatment_id VARCHAR, date DATE, site_id VARCHAR, farmer_id VARCHAR, unit_ids VARCHAR[], treatment_category VARCHAR,
  treatment_target VARCHAR, treatment_subtype VARCHAR, requires_handling BOOLEAN, is_antibiotic BOOLEAN, treatment_site_scope VARCHAR,
  number_of_units_treated INTEGER, treatment_count INTEGER, system_source VARCHAR, data_source VARCHAR);

-- view of merge: stock_day of the next snapshot
stock_new({stock_day});

-- table of merge: the species that was treated
treatment_species(n BIGINT, species_code VARCHAR);

-- Empty staging tables of a contract. Parts are generated from the contract.

-- name: names
SELECT CAST(NULL AS INTEGER) AS {number}, CAST(NULL AS VARCHAR) AS farmer_id, {columns} FROM (SELECT {as_read}) WHERE false

-- name: good_rows
SELECT CAST(NULL AS BIGINT) AS row_id, CAST(NULL AS INTEGER) AS file_no{farmer}{numbers}{stored}
FROM (SELECT {as_read})
WHERE false

-- name: good_view
SELECT x.row_id, x.file_no{farmer}{columns} FROM {rows} AS x{join_names}

-- name: columns_of
-- How a table or view was made, for comparing with how it is declared.
SELECT column_name, column_type FROM (DESCRIBE {table})

-- name: tables
-- Without views: each is made together with its table, and listing them takes DuckDB as long as a dozen other statements.
SELECT table_name FROM duckdb_tables() WHERE database_name IN ('work', 'temp') AND schema_name = 'main'

-- name: packed
SELECT x AS r FROM ({rows}) AS x
