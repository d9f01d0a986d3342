/*
fragment: true
*/
-- Whether a cell passes the caller's filters.
AND (:all_areas OR production_area_id IN (:areas))
AND (:all_generations OR generation IN (:generations))
AND (is_every_weight(:weight_range_start, :weight_range_end) OR in_weight_range(weight_class, :weight_range_start, :weight_range_end))
