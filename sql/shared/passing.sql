/*
fragment: true
*/
-- Whether a cell passes the caller's filters. Cells at sea and on land are never in one atom. :placement is offshore unless the route has the
-- parameter or sets it; both is for routes whose rows name the placement.
AND (:placement = 'both' OR site_placement = :placement)
AND (:all_areas OR production_area_id IN (:areas))
AND (:all_generations OR generation IN (:generations))
AND (is_every_weight(:weight_range_start, :weight_range_end) OR in_weight_range(weight_class, :weight_range_start, :weight_range_end))
