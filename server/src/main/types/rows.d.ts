/** Rows as pages work with them: the API's records, with the fields that every row has. */

/** A record of which some fields are never null. */
type Known<R, K extends keyof R> = {[F in keyof R]: F extends K ? NonNullable<R[F]> : R[F]};

/**
 * The fields of each route that every row has: what it is of (its period, area, cause …), and counts of rows that are only there because something
 * was counted. The API's description lets every field of a record be null.
 */
interface NeverNull {
  '/v2/feeding/sfr-by-country-and-temperature': 'species' | 'temperature' | 'weight_group' | 'weight_bucket_name';
  '/v2/mortality/categories/codelist': 'level_3_code';
  '/v3/common/corrections': 'corrected_at' | 'site_id' | 'table_name' | 'from_date' | 'to_date' | 'days';
  '/v3/common/delivered-days': 'site_id' | 'table_name' | 'month' | 'days';
  '/v3/common/farm-and-site-stats': keyof Api.CommonFarmAndSiteStatsRecord;
  '/v3/common/farmer/me': 'name' | 'production_area_ids';
  '/v3/common/farmers-per-po': 'production_area_id' | 'number_of_farmers';
  '/v3/common/generations': 'generation' | 'generation_name';
  '/v3/common/platform-areas': 'area_id' | 'name' | 'name_english' | 'production_area_ids';
  '/v3/common/production-area': 'area_id' | 'area_name';
  '/v3/common/site': 'site_id' | 'site_name' | 'placement';
  '/v3/common/site/{site_id}': 'site_id' | 'site_name' | 'placement';
  '/v3/comparison/after-treatment': 'treatment_category' | 'treatment_target' | 'year';
  '/v3/comparison/cycles': 'platform_area_name';
  '/v3/comparison/expected-loss': 'period_start' | 'period_end' | 'fish_days' | 'observed_count';
  '/v3/comparison/public-quartiles': 'period' | 'kind' | 'species_code' | 'region' | 'q1' | 'median' | 'q3';
  '/v3/comparison/site-quarters': 'month' | 'platform_area_name' | 'quarter' | 'quarter_site_count';
  '/v3/environment/disease-by-site': 'site_id' | 'site_name' | 'disease' | 'status' | 'from_date';
  '/v3/environment/lice-by-area-and-week': 'production_area_id' | 'production_area_name' | 'week_start' | 'sites_counted' | 'sites_not_counted'
      | 'sites_probably_without_fish';
  '/v3/environment/lice-by-site-and-week': 'site_id' | 'week_start' | 'is_counted' | 'has_counted';
  '/v3/environment/own-lice': 'site_id' | 'week_start' | 'fish_counted' | 'adult_female';
  '/v3/environment/sea-temperature-analysis': 'week_date';
  '/v3/environment/temperature-depths-by-region': 'date' | 'platform_area_name';
  '/v3/environment/temperature-trends-by-region': 'week' | 'area_id' | 'area_name';
  '/v3/feeding/feed-index': 'week' | 'site_id';
  '/v3/feeding/growth': 'month' | 'platform_area_name';
  '/v3/feeding/sfr-by-weeknumber-and-year': 'year' | 'week';
  '/v3/feeding/sfr-days-per-temperature': 'platform_area_name';
  '/v3/feeding/sfr_temperature_by_region_and_week': 'feeding_week' | 'platform_area_name';
  '/v3/inventory/platform-authority-biomass-by-month': 'month' | 'production_area_id';
  '/v3/inventory/site-stock': 'site_id' | 'unit_id' | 'date' | 'species_code' | 'fish_count' | 'avg_weight_gram' | 'biomass_kg';
  '/v3/mortality/areas/month': 'month' | 'platform_area_name' | 'production_area_ids';
  '/v3/mortality/areas/week': 'loss_rate_week' | 'platform_area_name';
  '/v3/mortality/categories/rank/week': 'loss_week' | 'loss_category_code' | 'loss_category_name' | 'rank';
  '/v3/mortality/categories/rate': 'period' | 'loss_category_code';
  '/v3/mortality/generations/rate': 'loss_rate_month' | 'platform_area_name' | 'generation';
  '/v3/mortality/region/rolling-12-month': 'loss_rate_month' | 'production_region_name' | 'site_placement';
  '/v3/mortality/site-losses': 'site_id' | 'loss_category_code' | 'loss_count' | 'mortality_count' | 'culling_count' | 'species_code';
  '/v3/mortality/size': 'weight_group_gram' | 'platform_area_name';
  '/v3/mortality/size/categories': 'weight_group' | 'category_code_level_1';
  '/v3/mortality/size/rate': 'weight_group_gram' | 'platform_area_name';
  '/v3/treatment/by-generation': 'generation' | 'treatment_category' | 'absolute_treatment_count';
  '/v3/treatment/by-site': 'site_id' | 'treatment_date' | 'treatment_category' | 'treatment_target' | 'treatment_week' | 'treatment_count';
  '/v3/treatment/detail-by-category-and-week':
    'week_start' | 'treatment_category' | 'treatment_target' | 'category_treatment_count' | 'category_sites_treated';
  '/v3/watch/unit-days': 'date' | 'site_id' | 'unit_id' | 'fish_count' | 'avg_weight_gram' | 'limit_per_mille';
  '/v3/watch/units': 'date' | 'site_id' | 'unit_id' | 'fish_count' | 'signal' | 'days_above_limit' | 'missing_days';
}

/** Only routes and fields that the API has may be named. */
type Checked<T extends {[P in keyof T]: P extends keyof Api.Records ? keyof Api.Records[P] : never}> = T;
type NeverNullOf = Checked<NeverNull>;

type RowOf<P extends keyof Api.Records> = P extends keyof NeverNullOf ? Known<Api.Records[P], NeverNullOf[P] & keyof Api.Records[P]> : Api.Records[P];

/** The route of an address whose path has a value in it: `/v3/common/site/10001` is of `/v3/common/site/{site_id}`. */
type WithValue<A extends string> = {
  [P in keyof Api.Records]: P extends `${infer Before}{${string}}${infer After}` ? (A extends `${Before}${string}${After}` ? P : never) : never
}[keyof Api.Records];

/** A row of which nothing is known before the answer is there. */
type AnyRow = {[field: string]: unknown};

/** The row of a route, or of an address. */
type Row<A extends string> = A extends keyof Api.Records ? RowOf<A> : [WithValue<A>] extends [never] ? AnyRow : RowOf<WithValue<A>>;

/** A row that has a benchmark figure, and may have the reader's own beside it. */
type Compared<F extends string> = {[N in F]: number | null} & {[N in `farmer_${F}`]?: number | null};

/** A row of a week or a month. */
type Periodic = {is_complete?: boolean | null};

/** What came of asking a route. */
type Answer<A extends string> = import('../resources/web/js/session/api.js').DataSet<Row<A>>;
