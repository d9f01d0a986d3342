-- A production area and the platform area that it belongs to.
-- held: most routes look areas up
CREATE VIEW platform_area_member AS
SELECT
  p.area_id AS platform_area_id,
  p.name AS platform_area_name,
  m.production_area_id
FROM platform_area p
CROSS JOIN UNNEST(p.production_area_ids) AS m(production_area_id);

-- A site and the areas that it lies in; the areas are null on land and outside every production area. site_number is its position
-- in the order of sites: sums by site use it, since it is faster than a text.
-- held: most routes look sites up
CREATE VIEW site_place AS
SELECT
  s.site_id,
  CAST(row_number() OVER (ORDER BY site_order(s.site_id), s.site_id) AS INTEGER) AS site_number,
  s.site_name,
  s.placement AS site_placement,
  s.production_area_id,
  a.area_name AS production_area_name,
  a.region_name AS production_region_name,
  m.platform_area_id,
  m.platform_area_name
FROM site s
LEFT JOIN production_area a ON a.area_id = s.production_area_id
LEFT JOIN platform_area_member m ON m.production_area_id = s.production_area_id;

-- A production area with the platform area that it belongs to and their names.
-- held: as platform_area_member
CREATE VIEW area_place AS
SELECT
  a.area_id AS production_area_id,
  a.area_name AS production_area_name,
  a.region_name AS production_region_name,
  m.platform_area_id,
  m.platform_area_name
FROM production_area a
JOIN platform_area_member m ON m.production_area_id = a.area_id;

-- The months of a one-year look-back, as numbers of months back: this month, the one before, ....
CREATE VIEW look_back AS
SELECT *
FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11)) AS b(months);
