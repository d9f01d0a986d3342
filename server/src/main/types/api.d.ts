// Made from the API's description, internal routes included, by ScriptTypesTest; this writes it anew:
// bin/test -pl server -am -Dtest=ScriptTypesTest -Dgolden.update=true
declare namespace Api {
  interface Error {
    error: string;
    message: string;
    error_description?: string;
    code: number;
    request_id: string;
    details?: {
      parameter: string;
      value?: string | null;
      message: string;
      count?: number;
    }[];
    retry_after?: number;
  }

  interface Pagination {
    offset: number;
    limit: number;
    has_more: boolean;
  }

  interface TokenRequest {
    grant_type?: 'password' | 'client_credentials' | 'refresh_token';
    username?: string;
    password?: string;
    client_id?: string;
    client_secret?: string;
    refresh_token?: string;
  }

  interface RefreshRequest {
    refresh_token: string;
    client_id?: string;
    client_secret?: string;
  }

  interface RevokeRequest {
    token: string;
    client_id?: string;
    client_secret?: string;
  }

  interface Token {
    access_token: string;
    refresh_token?: string;
    token_type: 'bearer';
    expires_in: number;
    scope?: string;
  }

  interface UserInfo {
    sub: string;
    username: string;
    email: string | null;
    roles: string[];
    farmer_id: string | null;
    permissions: string[];
  }

  interface KeySet {
    keys: {[key: string]: unknown}[];
  }

  interface AuthorizationServer {
    issuer: string;
    token_endpoint: string;
    revocation_endpoint: string;
    userinfo_endpoint: string;
    jwks_uri: string;
    scopes_supported: string[];
    response_types_supported: string[];
    grant_types_supported: string[];
    token_endpoint_auth_methods_supported: string[];
    revocation_endpoint_auth_methods_supported: string[];
  }

  interface Health {
    status: string;
    checks?: {[key: string]: unknown}[];
  }

  interface SecurityAlert {
    time: string;
    event: 'security_alert';
    alarm: string;
    address?: string;
    account_id?: string;
    failures?: number;
    window_seconds?: number;
  }

  type Role = 'admin' | 'analyst' | 'farmer' | 'readonly';

  type Permission = 'mortality:read' | 'environment:read' | 'feeding:read' | 'treatment:read' | 'inventory:read' | 'common:read' | 'raw:read' | 'deliver';

  interface AdminUser {
    id: string;
    name: string;
    email: string | null;
    role: Role;
    farmer_id: string | null;
    permissions: Permission[];
    created_at: string;
    revoked_at: string | null;
  }

  interface NewUser {
    name: string;
    role: Role;
    password: string;
    email?: string;
    farmer_id?: string;
    new_farmer?: boolean;
    permissions?: Permission[] | null;
  }

  interface UserChange {
    role?: Role;
    password?: string;
    email?: string;
    farmer_id?: string;
    new_farmer?: boolean;
    permissions?: Permission[] | null;
    role_permissions?: boolean;
  }

  interface AdminClient {
    client_id: string;
    name: string;
    role: Role;
    farmer_id: string | null;
    permissions: Permission[];
    created_at: string;
    revoked_at: string | null;
  }

  interface NewClient {
    name: string;
    role: Role;
    farmer_id?: string;
    new_farmer?: boolean;
    permissions?: Permission[] | null;
  }

  interface ClientChange {
    role?: Role;
    farmer_id?: string;
    new_farmer?: boolean;
    permissions?: Permission[] | null;
    role_permissions?: boolean;
  }

  interface IssuedClient {
    client_id: string;
    name: string;
    role: Role;
    farmer_id: string | null;
    permissions: Permission[];
    created_at: string;
    revoked_at: string | null;
    client_secret: string;
    x_client_secret: string;
  }

  interface AdminApiKey {
    id: string;
    name: string;
    farmer_id: string | null;
    permissions: Permission[];
    created_at: string;
    expires_at: string | null;
    last_used_at: string | null;
    revoked_at: string | null;
  }

  interface NewApiKey {
    name: string;
    farmer_id?: string;
    new_farmer?: boolean;
    permissions: Permission[];
    expires?: string;
  }

  interface ApiKeyChange {
    permissions?: Permission[] | null;
    expires?: string;
  }

  interface IssuedApiKey {
    id: string;
    name: string;
    farmer_id: string | null;
    permissions: Permission[];
    created_at: string;
    expires_at: string | null;
    last_used_at: string | null;
    revoked_at: string | null;
    api_key: string;
  }

  interface AuditEvent {
    time: string;
    event: string;
    address?: string;
    request_id?: string;
    account_id?: string;
    account_name?: string;
    reason?: string;
    repeats?: number;
    [key: string]: unknown;
  }

  interface DataAccess {
    time: string;
    account_id: string;
    farmer_id: string | null;
    address: string;
    request_id: string;
    method: string;
    route: string;
    values: {[key: string]: unknown};
    snapshot_id: string | null;
    status: number;
    count: number;
    rows: number;
    bytes: number;
  }

  interface AdminSnapshot {
    id: string;
    created_at: string | null;
    base: string | null;
    rows: number | null;
    bytes: number | null;
    published: boolean;
    open: boolean;
    problem: string | null;
    deliveries: Delivery[] | null;
    ledger_entries: number | null;
    released_through: string | null;
    waiting_share: number | null;
  }

  interface Delivery {
    name: string;
    sender: string;
    rows: {[key: string]: number};
    farmers: string[];
  }

  interface AdminDelivery {
    snapshot: string;
    published: boolean;
    created_at: string | null;
    deliveries: Delivery[];
    files: {
      path: string;
      sha256: string;
      read: number;
      accepted: number;
      rejected: number;
    }[];
  }

  interface SnapshotComparison {
    from: string;
    to: string;
    same_privacy_rule: boolean;
    ledger: {
      from: number;
      to: number;
      entries: {
        number: number;
        at: string;
        kind: 'release' | 'another-rule' | 'restate' | 'new-atoms' | 'erase';
        released_through: string;
      }[];
    };
    tables: {
      table: string;
      year: number | null;
      added: number;
      removed: number;
      changed: number;
      farmers: {
        farmer?: string | null;
        added?: number;
        removed?: number;
        changed?: number;
        first_day?: string | null;
        last_day?: string | null;
        days?: number;
      }[];
      keys: {
        change?: string;
        key?: string;
      }[];
    }[];
  }

  interface Verification {
    id: string;
    sound: boolean;
    rows: number;
    findings: {
      kind: 'fault' | 'warning';
      subject: string;
      problem: string;
    }[];
  }

  interface Rejects {
    id: string;
    snapshot: boolean;
    files: {
      path: string;
      rows: number;
      more: boolean;
      reasons: {
        column: string;
        reason: string;
        rows: number;
        line: string;
      }[];
    }[];
  }

  interface SlowQuery {
    time: string;
    account_id: string;
    route: string;
    format: string;
    end: string;
    waited_ms: number;
    prepared_ms: number;
    ran_ms: number;
    rows: number;
    bytes: number;
    values: string;
    plan: string;
  }

  interface OwnDeliveries {
    farmer_id: string;
    snapshot: string;
    tables: {
      table: string;
      last_day: string | null;
      delivery: string | null;
      sender: string | null;
      taken_at: string | null;
    }[];
    rejects: Rejects[];
  }

  interface V2FeedingSfrByCountryAndTemperatureRecord {
    weight_group: number | null;
    weight_bucket_name: string | null;
    weight_bucket_start: number | null;
    weight_bucket_end: number | null;
    species: string | null;
    temperature: number | null;
    avg_sfr: number | null;
    median_sfr: number | null;
    num_of_measurements: number | null;
    highest_10_percent_avg_sfr: number | null;
    lowest_10_percent_avg_sfr: number | null;
    avg_temperature: number | null;
  }

  interface V2FeedingSfrByRegionAndTemperatureRecord {
    region: string | null;
    weight_group: number | null;
    weight_bucket_name: string | null;
    weight_bucket_start: number | null;
    weight_bucket_end: number | null;
    species: string | null;
    temperature: number | null;
    avg_sfr: number | null;
    median_sfr: number | null;
    num_of_measurements: number | null;
    highest_10_percent_avg_sfr: number | null;
    lowest_10_percent_avg_sfr: number | null;
    avg_temperature: number | null;
  }

  interface V2MortalityCategoriesChangelogRecord {
    date: string | null;
    from_code: string | null;
    from_name: string | null;
    to_code: string | null;
    to_name: string | null;
    description: string | null;
    changed_by: string | null;
  }

  interface V2MortalityCategoriesCodelistRecord {
    level_1_code: string | null;
    level_1_name: string | null;
    level_2_code: string | null;
    level_2_name: string | null;
    level_3_code: string | null;
    category_name: string | null;
    category_name_short: string | null;
    category_name_eng: string | null;
    category_name_short_eng: string | null;
    for_daily_registration: boolean | null;
    reporting_obligation: string | null;
    placement: {
      sea?: boolean | null;
      land?: boolean | null;
    } | null;
    cause: {
      death?: boolean | null;
      killed?: boolean | null;
      downgrade?: boolean | null;
    } | null;
    value_chain: {
      roe?: boolean | null;
      postsmolt?: boolean | null;
      freshwater?: boolean | null;
      brackish_or_sea_water?: boolean | null;
      harvest_facility?: boolean | null;
    } | null;
    species: {
      salmon?: boolean | null;
      cleanerfish?: boolean | null;
      rainbow_trout?: boolean | null;
    } | null;
    last_modified: string | null;
  }

  interface V2MortalityCategoriesLevel1Record {
    level_1_code: string | null;
    level_1_name: string | null;
  }

  interface V2MortalityCategoriesLevel2Record {
    level_1_code: string | null;
    level_2_code: string | null;
    level_2_name: string | null;
  }

  interface V2MortalityCategoriesTopByCountryRecord {
    year: number | null;
    month: number | null;
    mortality_code: string | null;
    category_rate: number | null;
  }

  interface V2MortalityCategoriesTopByRegionRecord {
    year: number | null;
    month: number | null;
    region: string | null;
    mortality_code: string | null;
    category_rate: number | null;
  }

  interface V2MortalityMortalityRateByCountryRecord {
    year: number | null;
    month: number | null;
    number_of_sites: number | null;
    mortality_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
    vi_mortality_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
    mortality_code_rate: {
      A: number | null;
      B: number | null;
      C: number | null;
      D: number | null;
      E: number | null;
      F: number | null;
    } | null;
    highest_10_percent_avg_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
    lowest_10_percent_avg_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
    highest_10_percent_avg_vi_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
    lowest_10_percent_avg_vi_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
  }

  interface V2MortalityMortalityRateByRegionRecord {
    year: number | null;
    month: number | null;
    region: string | null;
    number_of_sites: number | null;
    mortality_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
    vi_mortality_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
    mortality_code_rate: {
      A: number | null;
      B: number | null;
      C: number | null;
      D: number | null;
      E: number | null;
      F: number | null;
    } | null;
    highest_10_percent_avg_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
    lowest_10_percent_avg_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
    highest_10_percent_avg_vi_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
    lowest_10_percent_avg_vi_rate: {
      '1_m': number | null;
      '3_m': number | null;
      '6_m': number | null;
      '12_m': number | null;
      year: number | null;
    } | null;
  }

  interface CommonDeliveredDaysRecord {
    owner_id: string | null;
    site_id: string | null;
    table_name: string | null;
    month: string | null;
    days: number[] | null;
  }

  interface CommonFarmAndSiteStatsRecord {
    signed_farmers: number | null;
    active_farmers: number | null;
    offshore_sites: number | null;
    onshore_sites: number | null;
    recently_active_sites: number | null;
  }

  interface CommonFarmerMeRecord {
    farmer_id: string | null;
    name: string | null;
    farmer_group_key: string | null;
    farmer_group_name: string | null;
    tier: string | null;
    number_of_farmers_in_dataset: number | null;
    production_area_ids: number[] | null;
    is_active_with_data: boolean | null;
  }

  interface CommonFarmersInPlatformRecord {
    name: string | null;
    number_of_farmers_in_dataset: number | null;
    production_area_ids: number[] | null;
    production_region_names: string[] | null;
    is_active_with_data: boolean | null;
  }

  interface CommonFarmersPerPoRecord {
    production_area_id: number | null;
    number_of_farmers: number | null;
  }

  interface CommonGenerationsRecord {
    generation: string | null;
    generation_name: string | null;
  }

  interface CommonMarineTypologyRegionsRecord {
    marine_type_region_code: string | null;
    marine_type_region_name: string | null;
  }

  interface CommonMarineTypologyTypesRecord {
    marine_type_code: string | null;
    marine_type_name: string | null;
  }

  interface CommonPlatformAreasRecord {
    area_id: string | null;
    name: string | null;
    name_english: string | null;
    production_area_ids: number[] | null;
  }

  interface CommonProductionAreaRecord {
    area_id: number | null;
    area_name: string | null;
    area_geojson: string | null;
    region_name: string | null;
  }

  interface CommonSiteRecord {
    site_id: string | null;
    site_name: string | null;
    latitude: number | null;
    longitude: number | null;
    placement: string | null;
    production_area_id: number | null;
    production_area_name: string | null;
    marine_type_code: string | null;
    marine_type_name: string | null;
    marine_type_region_code: string | null;
    marine_type_region_name: string | null;
    is_in_platform: boolean | null;
    last_registration_date: string | null;
  }

  interface CommonSiteSiteIdRecord {
    site_id: string | null;
    site_name: string | null;
    latitude: number | null;
    longitude: number | null;
    placement: string | null;
    production_area_id: number | null;
    production_area_name: string | null;
    marine_type_code: string | null;
    marine_type_name: string | null;
    marine_type_region_code: string | null;
    marine_type_region_name: string | null;
    is_in_platform: boolean | null;
    last_registration_date: string | null;
  }

  interface ComparisonAfterTreatmentRecord {
    treatment_category: string | null;
    treatment_target: string | null;
    year: number | null;
    quarter: number | null;
    weight_group: string | null;
    event_count: number | null;
    mean_excess_rate: number | null;
    share_above_quarter_percent: number | null;
    share_above_one_percent: number | null;
    farmer_event_count: number | null;
    farmer_mean_excess_rate: number | null;
    farmer_share_above_quarter_percent: number | null;
    farmer_share_above_one_percent: number | null;
    farmer_baseline_rate: number | null;
    farmer_emptied_count: number | null;
    farmer_overlapping_share: number | null;
  }

  interface ComparisonCyclesRecord {
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    site_id: string | null;
    site_name: string | null;
    generation: string | null;
    first_day: string | null;
    last_day: string | null;
    stocked: number | null;
    lost: number | null;
    loss_share: number | null;
    loss_share_30: number | null;
    loss_share_60: number | null;
    loss_share_90: number | null;
    risk: number | null;
    benchmark_year: number | null;
    benchmark_cycle_count: number | null;
    benchmark_mean_risk: number | null;
    benchmark_mean_loss_share: number | null;
    benchmark_quarter_means: {
      q1: number | null;
      q2: number | null;
      q3: number | null;
      q4: number | null;
    } | null;
    quarter: number | null;
  }

  interface ComparisonExpectedLossRecord {
    period_start: string | null;
    period_end: string | null;
    is_complete: boolean | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    site_id: string | null;
    site_name: string | null;
    generation: string | null;
    fish_days: number | null;
    observed_count: number | null;
    expected_count: number | null;
    ratio: number | null;
    ratio_low: number | null;
    ratio_high: number | null;
    excess_count: number | null;
    compared_share: number | null;
    like_share: number | null;
  }

  interface ComparisonSiteQuartersRecord {
    month: string | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    site_count: number | null;
    quarter: number | null;
    is_joined: boolean | null;
    quarter_site_count: number | null;
    mean_loss_rate: number | null;
    farmer_site_ids: string[] | null;
    farmer_mean_loss_rate: number | null;
  }

  interface ComparisonSiteTreatmentsRecord {
    owner_id: string | null;
    site_id: string | null;
    site_name: string | null;
    treatment_date: string | null;
    treatment_category: string | null;
    treatment_target: string | null;
    unit_count: number | null;
    fish_count: number | null;
    loss_count: number | null;
    loss_share: number | null;
    mean_excess_rate: number | null;
    overlapping_count: number | null;
    emptied_count: number | null;
    is_complete: boolean | null;
  }

  interface EnvironmentDiseaseBySiteRecord {
    site_id: string | null;
    site_name: string | null;
    production_area_id: number | null;
    production_area_name: string | null;
    disease: string | null;
    status: string | null;
    from_date: string | null;
    to_date: string | null;
  }

  interface EnvironmentLiceByAreaAndWeekRecord {
    production_area_id: number | null;
    production_area_name: string | null;
    production_region_name: string | null;
    week_start: string | null;
    year_week: string | null;
    sites_reported: number | null;
    sites_counted: number | null;
    sites_not_counted: number | null;
    sites_probably_without_fish: number | null;
    mean_adult_female: number | null;
    median_adult_female: number | null;
    mean_mobile: number | null;
    mean_attached: number | null;
    sites_with_limit: number | null;
    sites_above_limit: number | null;
    share_above_limit_pct: number | null;
  }

  interface EnvironmentLiceBySiteAndWeekRecord {
    site_id: string | null;
    site_name: string | null;
    production_area_id: number | null;
    week_start: string | null;
    year_week: string | null;
    is_counted: boolean | null;
    adult_female: number | null;
    mobile: number | null;
    attached: number | null;
    lice_limit: number | null;
    is_above_limit: boolean | null;
    has_counted: boolean | null;
    is_probably_without_fish: boolean | null;
    data_source: string | null;
  }

  interface EnvironmentSeaTemperatureAnalysisRecord {
    week_date: string | null;
    week_year: number | null;
    week_number: number | null;
    area_id: number | null;
    area_name: string | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    production_region_name: string | null;
    avg_temperature: number | null;
    median_temperature: number | null;
    min_temperature: number | null;
    max_temperature: number | null;
    avg_temperature_shallow: number | null;
    avg_temperature_medium: number | null;
    avg_temperature_deep: number | null;
    avg_temperature_unknown: number | null;
    total_measurement_count: number | null;
    avg_sites_count: number | null;
    days_with_data: number | null;
    rolling_4week_avg: number | null;
    rolling_12week_trend: number | null;
    macro_trend: number | null;
    week_over_week_change: number | null;
    temp_same_week_last_year: number | null;
    year_over_year_change: number | null;
    year_over_year_pct_change: number | null;
    current_month_avg: number | null;
    current_month_period_type: string | null;
    month_avg_3year_historical: number | null;
    month_avg_5year_historical: number | null;
    current_month_vs_3year_diff: number | null;
    current_month_vs_5year_diff: number | null;
    monthly_status_vs_3year: string | null;
    monthly_status_vs_5year: string | null;
    is_current_week: boolean | null;
    is_previous_week: boolean | null;
    is_current_month: boolean | null;
    month_name: string | null;
    season: string | null;
  }

  interface EnvironmentTemperatureByProductionAreaAndWeekRecord {
    production_area_id: number | null;
    production_region_name: string | null;
    measurement_week_date: string | null;
    avg_temperature: number | null;
    median_temperature: number | null;
    min_site_avg_temperature: number | null;
    max_site_avg_temperature: number | null;
    total_measurement_count: number | null;
    std_dev_avg_temperature: number | null;
    is_current_week: boolean | null;
    is_previous_week: boolean | null;
  }

  interface EnvironmentTemperatureByWeekAndRegionRecord {
    production_region_name: string | null;
    measurement_week_date: string | null;
    avg_temperature: number | null;
    median_temperature: number | null;
    min_site_avg_temperature: number | null;
    max_site_avg_temperature: number | null;
    total_measurement_count: number | null;
    std_dev_avg_temperature: number | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
  }

  interface EnvironmentTemperatureDepthsByRegionRecord {
    date: string | null;
    production_region_name: string | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    temperature_measurement_count: number | null;
    temperature_shallow: number | null;
    temperature_medium: number | null;
    temperature_deep: number | null;
    temperature_unknown: number | null;
    avg_temperature: number | null;
    min_temperature: number | null;
    max_temperature: number | null;
    sites_count: number | null;
  }

  interface EnvironmentTemperatureTrendsByRegionRecord {
    week: string | null;
    weeknum: number | null;
    year: number | null;
    area_id: number | null;
    area_name: string | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    temperature: number | null;
    trend: number | null;
    change: number | null;
    macro_trend: number | null;
    macro_change: number | null;
    macro_change_2: number | null;
    prev_year: number | null;
    prev_year_2: number | null;
  }

  interface FeedingFeedIndexRecord {
    week: string | null;
    site_id: string | null;
    site_name: string | null;
    feed_index: number | null;
    feed_kg: number | null;
    expected_feed_kg: number | null;
    compared_share: number | null;
    is_complete: boolean | null;
  }

  interface FeedingGrowthRecord {
    month: string | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    generation: string | null;
    estimated_growth_rate: number | null;
    farmer_estimated_growth_rate: number | null;
    farmer_estimated_gain_kg: number | null;
    farmer_thermal_growth_coefficient: number | null;
    farmer_compared_share: number | null;
    is_complete: boolean | null;
  }

  interface FeedingSfrByWeeknumberAndYearRecord {
    year: number | null;
    week: number | null;
    specific_feed_rate: number | null;
    is_complete: boolean | null;
  }

  interface FeedingSfrDaysPerTemperatureRecord {
    avg_temperature: number | null;
    platform_area_name: string | null;
    count: number | null;
    rate_of_days_by_temperature: number | null;
  }

  interface FeedingSfrTemperatureByRegionAndWeekRecord {
    feeding_week: string | null;
    temperature: number | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    specific_feed_rate: number | null;
    site_count: number | null;
    farmer_specific_feed_rate: number | null;
    farmer_site_count: number | null;
    is_complete: boolean | null;
  }

  interface InventoryPlatformAuthorityBiomassByMonthRecord {
    month: string | null;
    production_area_id: number | null;
    production_region_name: string | null;
    platform_biomass_in_tons: number | null;
    authority_biomass_in_tons: number | null;
    platform_biomass_coverage: number | null;
  }

  interface InventorySiteStockRecord {
    owner_id: string | null;
    site_id: string | null;
    unit_id: string | null;
    date: string | null;
    generation: string | null;
    species_code: string | null;
    fish_count: number | null;
    avg_weight_gram: number | null;
    biomass_kg: number | null;
  }

  interface MortalityAreasMonthRecord {
    month: string | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    site_count: number | null;
    site_average_count: number | null;
    mortality_rate: number | null;
    culling_rate: number | null;
    loss_rate: number | null;
    site_avg_mortality_rate: number | null;
    site_avg_culling_rate: number | null;
    site_avg_loss_rate: number | null;
    cumulative_mortality_rate_12_months: number | null;
    cumulative_mortality_rate_6_months: number | null;
    cumulative_mortality_rate_3_months: number | null;
    cumulative_culling_rate_12_months: number | null;
    cumulative_culling_rate_6_months: number | null;
    cumulative_culling_rate_3_months: number | null;
    cumulative_loss_rate_12_months: number | null;
    cumulative_loss_rate_6_months: number | null;
    cumulative_loss_rate_3_months: number | null;
    cumulative_site_avg_mortality_rate_12_months: number | null;
    cumulative_site_avg_mortality_rate_6_months: number | null;
    cumulative_site_avg_mortality_rate_3_months: number | null;
    cumulative_site_avg_culling_rate_12_months: number | null;
    cumulative_site_avg_culling_rate_6_months: number | null;
    cumulative_site_avg_culling_rate_3_months: number | null;
    cumulative_site_avg_loss_rate_12_months: number | null;
    cumulative_site_avg_loss_rate_6_months: number | null;
    cumulative_site_avg_loss_rate_3_months: number | null;
    farmer_site_count: number | null;
    farmer_mortality_rate: number | null;
    farmer_culling_rate: number | null;
    farmer_loss_rate: number | null;
    farmer_site_avg_mortality_rate: number | null;
    farmer_site_avg_culling_rate: number | null;
    farmer_site_avg_loss_rate: number | null;
    farmer_cumulative_mortality_rate_12_months: number | null;
    farmer_cumulative_mortality_rate_6_months: number | null;
    farmer_cumulative_mortality_rate_3_months: number | null;
    farmer_cumulative_culling_rate_12_months: number | null;
    farmer_cumulative_culling_rate_6_months: number | null;
    farmer_cumulative_culling_rate_3_months: number | null;
    farmer_cumulative_loss_rate_12_months: number | null;
    farmer_cumulative_loss_rate_6_months: number | null;
    farmer_cumulative_loss_rate_3_months: number | null;
    farmer_cumulative_site_avg_mortality_rate_12_months: number | null;
    farmer_cumulative_site_avg_mortality_rate_6_months: number | null;
    farmer_cumulative_site_avg_mortality_rate_3_months: number | null;
    farmer_cumulative_site_avg_culling_rate_12_months: number | null;
    farmer_cumulative_site_avg_culling_rate_6_months: number | null;
    farmer_cumulative_site_avg_culling_rate_3_months: number | null;
    farmer_cumulative_site_avg_loss_rate_12_months: number | null;
    farmer_cumulative_site_avg_loss_rate_6_months: number | null;
    farmer_cumulative_site_avg_loss_rate_3_months: number | null;
    fdir_month: string | null;
    fdir_mortality_rate: number | null;
    fdir_culling_rate: number | null;
    fdir_loss_rate: number | null;
    fdir_cumulative_mortality_rate_12_months: number | null;
    fdir_cumulative_mortality_rate_6_months: number | null;
    fdir_cumulative_mortality_rate_3_months: number | null;
    fdir_cumulative_culling_rate_12_months: number | null;
    fdir_cumulative_culling_rate_6_months: number | null;
    fdir_cumulative_culling_rate_3_months: number | null;
    fdir_cumulative_loss_rate_12_months: number | null;
    fdir_cumulative_loss_rate_6_months: number | null;
    fdir_cumulative_loss_rate_3_months: number | null;
    is_complete: boolean | null;
  }

  interface MortalityAreasWeekRecord {
    loss_rate_week: string | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    site_count: number | null;
    mortality_rate: number | null;
    culling_rate: number | null;
    loss_rate: number | null;
    farmer_site_count: number | null;
    farmer_mortality_rate: number | null;
    farmer_culling_rate: number | null;
    farmer_loss_rate: number | null;
    is_complete: boolean | null;
  }

  interface MortalityCategoriesDistributionRecord {
    loss_month: string | null;
    loss_category_code: string | null;
    loss_count: number | null;
    loss_biomass_kg: number | null;
    loss_rate_count: number | null;
    loss_rate_biomass: number | null;
    farmer_loss_count: number | null;
    farmer_loss_biomass_kg: number | null;
    farmer_loss_rate_count: number | null;
    farmer_loss_rate_biomass: number | null;
    loss_rate_count_of_inventory: number | null;
    loss_rate_biomass_of_inventory: number | null;
    farmer_loss_rate_count_of_inventory: number | null;
    farmer_loss_rate_biomass_of_inventory: number | null;
    total_loss_rate: number | null;
    farmer_total_loss_rate: number | null;
    category_name: string | null;
    category_short_name: string | null;
    category_code_level_1: string | null;
    category_code_level_2: string | null;
    is_complete: boolean | null;
  }

  interface MortalityCategoriesRankRecord {
    loss_category_code: string | null;
    loss_category_name: string | null;
    period_start: string | null;
    period_end: string | null;
    mortality_count: number | null;
    culling_count: number | null;
    loss_count: number | null;
    mortality_biomass_kg: number | null;
    culling_biomass_kg: number | null;
    loss_biomass_kg: number | null;
    mortality_avg_weight_gram: number | null;
    culling_avg_weight_gram: number | null;
    loss_avg_weight_gram: number | null;
    mortality_count_rate_of_total_in_period: number | null;
    culling_count_rate_of_total_in_period: number | null;
    loss_count_rate_of_total_in_period: number | null;
    mortality_biomass_rate_of_total_in_period: number | null;
    culling_biomass_rate_of_total_in_period: number | null;
    loss_biomass_rate_of_total_in_period: number | null;
    farmer_mortality_count: number | null;
    farmer_culling_count: number | null;
    farmer_loss_count: number | null;
    farmer_mortality_biomass_kg: number | null;
    farmer_culling_biomass_kg: number | null;
    farmer_loss_biomass_kg: number | null;
    farmer_mortality_avg_weight_gram: number | null;
    farmer_culling_avg_weight_gram: number | null;
    farmer_loss_avg_weight_gram: number | null;
    farmer_mortality_count_rate_of_total_in_period: number | null;
    farmer_culling_count_rate_of_total_in_period: number | null;
    farmer_loss_count_rate_of_total_in_period: number | null;
    farmer_mortality_biomass_rate_of_total_in_period: number | null;
    farmer_culling_biomass_rate_of_total_in_period: number | null;
    farmer_loss_biomass_rate_of_total_in_period: number | null;
  }

  interface MortalityCategoriesRankWeekRecord {
    rank: number | null;
    loss_week: string | null;
    loss_category_code: string | null;
    loss_category_name: string | null;
    loss_rate: number | null;
    mortality_rate: number | null;
    loss_rate_change: number | null;
    mortality_rate_change: number | null;
    trending_loss_last_n_weeks: number | null;
    trending_mortality_last_n_weeks: number | null;
    is_complete: boolean | null;
  }

  interface MortalityCategoriesRateRecord {
    period: string | null;
    loss_category_code: string | null;
    loss_count: number | null;
    mortality_count: number | null;
    culling_count: number | null;
    loss_avg_weight_gram: number | null;
    mortality_avg_weight_gram: number | null;
    culling_avg_weight_gram: number | null;
    farmer_loss_count: number | null;
    farmer_mortality_count: number | null;
    farmer_culling_count: number | null;
    farmer_loss_avg_weight_gram: number | null;
    farmer_mortality_avg_weight_gram: number | null;
    farmer_culling_avg_weight_gram: number | null;
    loss_rate: number | null;
    mortality_rate: number | null;
    culling_rate: number | null;
    farmer_loss_rate: number | null;
    farmer_mortality_rate: number | null;
    farmer_culling_rate: number | null;
    category_name: string | null;
    category_short_name: string | null;
    category_level_1_name: string | null;
    is_complete: boolean | null;
  }

  interface MortalityGenerationsAuthorityRecord {
    stocking_year: number | null;
    species_code: string | null;
    production_area_id: number | null;
    production_area_name: string | null;
    first_month: string | null;
    last_month: string | null;
    smolt_count: number | null;
    harvest_count: number | null;
    dead_count: number | null;
    discarded_count: number | null;
    escaped_count: number | null;
    other_count: number | null;
    left_count: number | null;
    closing_count: number | null;
    loss_share: number | null;
    is_complete: boolean | null;
  }

  interface MortalityGenerationsRateRecord {
    loss_rate_month: string | null;
    generation: string | null;
    generation_month_number: number | null;
    farmer_generation_month_number: number | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    loss_rate: number | null;
    mortality_rate: number | null;
    culling_rate: number | null;
    cumulative_loss_rate: number | null;
    cumulative_mortality_rate: number | null;
    cumulative_culling_rate: number | null;
    farmer_loss_rate: number | null;
    farmer_mortality_rate: number | null;
    farmer_culling_rate: number | null;
    farmer_cumulative_loss_rate: number | null;
    farmer_cumulative_mortality_rate: number | null;
    farmer_cumulative_culling_rate: number | null;
    farmer_compared_cumulative_loss_rate: number | null;
    farmer_compared_cumulative_mortality_rate: number | null;
    farmer_compared_cumulative_culling_rate: number | null;
    farmer_compared_share: number | null;
    is_complete: boolean | null;
  }

  interface MortalityRegionRolling12MonthRecord {
    production_region_name: string | null;
    site_placement: string | null;
    loss_rate_month: string | null;
    weighted_loss_rate: number | null;
    weighted_mortality_rate: number | null;
    weighted_culling_rate: number | null;
    cumulative_weighted_loss_rate_12_months: number | null;
    cumulative_weighted_loss_rate_6_months: number | null;
    cumulative_weighted_loss_rate_3_months: number | null;
    cumulative_weighted_mortality_rate_12_months: number | null;
    cumulative_weighted_mortality_rate_6_months: number | null;
    cumulative_weighted_mortality_rate_3_months: number | null;
    cumulative_weighted_culling_rate_12_months: number | null;
    cumulative_weighted_culling_rate_6_months: number | null;
    cumulative_weighted_culling_rate_3_months: number | null;
    avg_site_loss_rate: number | null;
    avg_site_mortality_rate: number | null;
    avg_site_culling_rate: number | null;
    cumulative_avg_site_loss_rate_12_months: number | null;
    cumulative_avg_site_loss_rate_6_months: number | null;
    cumulative_avg_site_loss_rate_3_months: number | null;
    cumulative_avg_site_mortality_rate_12_months: number | null;
    cumulative_avg_site_mortality_rate_6_months: number | null;
    cumulative_avg_site_mortality_rate_3_months: number | null;
    cumulative_avg_site_culling_rate_12_months: number | null;
    cumulative_avg_site_culling_rate_6_months: number | null;
    cumulative_avg_site_culling_rate_3_months: number | null;
    site_count: number | null;
    site_average_count: number | null;
    relative_trend_12_months: number | null;
    is_last_month: boolean | null;
    is_complete: boolean | null;
  }

  interface MortalitySiteLossesRecord {
    owner_id: string | null;
    site_id: string | null;
    loss_category_code: string | null;
    category_name: string | null;
    category_name_english: string | null;
    species_code: string | null;
    mortality_count: number | null;
    culling_count: number | null;
    loss_count: number | null;
  }

  interface MortalitySizeRecord {
    weight_group_gram: number | null;
    group_by: string | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    generation: string | null;
    rate_of_total_loss: number | null;
    farmer_rate_of_loss: number | null;
    shown_rate_of_total_loss: number | null;
  }

  interface MortalitySizeCategoriesRecord {
    category_code_level_1: string | null;
    category_name: string | null;
    weight_group: number | null;
    rate: number | null;
    mortality_rate: number | null;
    culling_rate: number | null;
    farmer_rate: number | null;
    farmer_mortality_rate: number | null;
    farmer_culling_rate: number | null;
  }

  interface MortalitySizeMonthRecord {
    month: string | null;
    group_by: string | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    generation: string | null;
    loss_avg_weight_gram: number | null;
    farmer_loss_avg_weight_gram: number | null;
    is_complete: boolean | null;
  }

  interface MortalitySizeRateRecord {
    weight_group_gram: number | null;
    group_by: string | null;
    platform_area_name: string | null;
    production_area_ids: number[] | null;
    generation: string | null;
    mortality_rate: number | null;
    culling_rate: number | null;
    loss_rate: number | null;
    farmer_mortality_rate: number | null;
    farmer_culling_rate: number | null;
    farmer_loss_rate: number | null;
    site_count: number | null;
  }

  interface TreatmentByGenerationRecord {
    owner_id: string | null;
    cohort_id: string | null;
    site_id: string | null;
    site_placement: string | null;
    production_area_id: number | null;
    production_region_name: string | null;
    generation: string | null;
    treatment_week: string | null;
    generation_start_week: string | null;
    treatment_category: string | null;
    treatment_target: string | null;
    category_target_combination: string | null;
    weeks_from_generation_start: number | null;
    absolute_treatment_count: number | null;
    days_with_treatments: number | null;
    absolute_antibiotic_treatment_count: number | null;
    cumulative_treatment_count: number | null;
    cumulative_antibiotic_count: number | null;
  }

  interface TreatmentBySiteRecord {
    owner_id: string | null;
    site_id: string | null;
    placement_type: string | null;
    treatment_date: string | null;
    treatment_week: string | null;
    treatment_month: string | null;
    treatment_category: string | null;
    treatment_target: string | null;
    treatment_subtype: string | null;
    requires_handling: boolean | null;
    is_antibiotic: boolean | null;
    system_source: string | null;
    data_source: string | null;
    treatment_site_scope: string | null;
    number_of_units_treated: number | null;
    treatment_count: number | null;
  }

  interface TreatmentBySizeRecord {
    owner_id: string | null;
    site_id: string | null;
    production_area_id: number | null;
    production_region_name: string | null;
    generation: string | null;
    treatment_week: string | null;
    weight_group_gram: number | null;
    avg_weight_gram: number | null;
    treatment_category: string | null;
    treatment_target: string | null;
    category_target_combination: string | null;
    treatment_count: number | null;
    days_with_treatments: number | null;
    antibiotic_treatment_count: number | null;
  }

  interface TreatmentDetailByCategoryAndWeekRecord {
    production_area_id: number | null;
    production_area_name: string | null;
    species_code: string | null;
    week_start: string | null;
    year_week: string | null;
    treatment_category: string | null;
    treatment_target: string | null;
    category_treatment_count: number | null;
    category_sites_treated: number | null;
    category_owners_involved: number | null;
    category_handling_treatments: number | null;
    category_antibiotic_treatments: number | null;
    category_treatments_4_week_rolling: number | null;
    category_week_over_week_pct_change: number | null;
    area_total_treatments: number | null;
    area_total_handling_treatments: number | null;
    area_total_antibiotic_treatments: number | null;
    category_share_of_area_pct: number | null;
    category_trend_status: string | null;
    category_treatment_intensity: string | null;
    category_significant_increase: boolean | null;
    category_significant_decrease: boolean | null;
    is_only_category_this_week: boolean | null;
    is_majority_category_this_week: boolean | null;
  }

  interface TreatmentSummaryByAreaAndWeekRecord {
    production_area_id: number | null;
    production_area_name: string | null;
    species_code: string | null;
    week_start: string | null;
    year_week: string | null;
    total_treatments: number | null;
    sites_treated: number | null;
    owners_involved: number | null;
    days_with_treatments: number | null;
    antibiotic_treatments: number | null;
    mechanical_treatments: number | null;
    bath_treatments: number | null;
    thermal_treatments: number | null;
    lice_treatments: number | null;
    parasite_treatments: number | null;
    bacteria_treatments: number | null;
    treatments_4_week_rolling: number | null;
    week_over_week_change: number | null;
    week_over_week_pct_change: number | null;
    month_over_month_change: number | null;
    year_over_year_change: number | null;
    trend_status: string | null;
    treatment_intensity: string | null;
    significant_increase: boolean | null;
    significant_decrease: boolean | null;
    has_antibiotic_use: boolean | null;
    multiple_treatment_types: boolean | null;
  }

  interface WatchUnitsRecord {
    date: string | null;
    owner_id: string | null;
    site_id: string | null;
    site_name: string | null;
    unit_id: string | null;
    fish_count: number | null;
    avg_weight_gram: number | null;
    mortality_count: number | null;
    mortality_per_mille: number | null;
    limit_per_mille: number | null;
    days_above_limit: number | null;
    mortality_rate_7_days: number | null;
    mortality_rate_previous_7_days: number | null;
    ratio_2_weeks: number | null;
    signal: string | null;
    last_treatment_date: string | null;
    missing_days: number | null;
  }

  /** The record of each route that is read. */
  interface Records {
    '/v3/auth/userinfo': UserInfo;
    '/v3/admin/users': AdminUser;
    '/v3/admin/clients': AdminClient;
    '/v3/admin/keys': AdminApiKey;
    '/v3/admin/audit': AuditEvent;
    '/v3/admin/accesses': DataAccess;
    '/v3/admin/snapshots': AdminSnapshot;
    '/v3/admin/snapshots/{id}/diff': SnapshotComparison;
    '/v3/admin/deliveries': AdminDelivery;
    '/v3/admin/rejects': Rejects;
    '/v3/admin/queries/slow': SlowQuery;
    '/v3/deliveries/own': OwnDeliveries;
    '/v2/feeding/sfr-by-country-and-temperature': V2FeedingSfrByCountryAndTemperatureRecord;
    '/v2/feeding/sfr-by-region-and-temperature': V2FeedingSfrByRegionAndTemperatureRecord;
    '/v2/mortality/categories/changelog': V2MortalityCategoriesChangelogRecord;
    '/v2/mortality/categories/codelist': V2MortalityCategoriesCodelistRecord;
    '/v2/mortality/categories/level-1': V2MortalityCategoriesLevel1Record;
    '/v2/mortality/categories/level-2': V2MortalityCategoriesLevel2Record;
    '/v2/mortality/categories/top-by-country': V2MortalityCategoriesTopByCountryRecord;
    '/v2/mortality/categories/top-by-region': V2MortalityCategoriesTopByRegionRecord;
    '/v2/mortality/mortality-rate-by-country': V2MortalityMortalityRateByCountryRecord;
    '/v2/mortality/mortality-rate-by-region': V2MortalityMortalityRateByRegionRecord;
    '/v3/common/delivered-days': CommonDeliveredDaysRecord;
    '/v3/common/farm-and-site-stats': CommonFarmAndSiteStatsRecord;
    '/v3/common/farmer/me': CommonFarmerMeRecord;
    '/v3/common/farmers-in-platform': CommonFarmersInPlatformRecord;
    '/v3/common/farmers-per-po': CommonFarmersPerPoRecord;
    '/v3/common/generations': CommonGenerationsRecord;
    '/v3/common/marine-typology-regions': CommonMarineTypologyRegionsRecord;
    '/v3/common/marine-typology-types': CommonMarineTypologyTypesRecord;
    '/v3/common/platform-areas': CommonPlatformAreasRecord;
    '/v3/common/production-area': CommonProductionAreaRecord;
    '/v3/common/site': CommonSiteRecord;
    '/v3/common/site/{site_id}': CommonSiteSiteIdRecord;
    '/v3/comparison/after-treatment': ComparisonAfterTreatmentRecord;
    '/v3/comparison/cycles': ComparisonCyclesRecord;
    '/v3/comparison/expected-loss': ComparisonExpectedLossRecord;
    '/v3/comparison/site-quarters': ComparisonSiteQuartersRecord;
    '/v3/comparison/site-treatments': ComparisonSiteTreatmentsRecord;
    '/v3/environment/disease-by-site': EnvironmentDiseaseBySiteRecord;
    '/v3/environment/lice-by-area-and-week': EnvironmentLiceByAreaAndWeekRecord;
    '/v3/environment/lice-by-site-and-week': EnvironmentLiceBySiteAndWeekRecord;
    '/v3/environment/sea-temperature-analysis': EnvironmentSeaTemperatureAnalysisRecord;
    '/v3/environment/temperature-by-production-area-and-week': EnvironmentTemperatureByProductionAreaAndWeekRecord;
    '/v3/environment/temperature-by-week-and-region': EnvironmentTemperatureByWeekAndRegionRecord;
    '/v3/environment/temperature-depths-by-region': EnvironmentTemperatureDepthsByRegionRecord;
    '/v3/environment/temperature-trends-by-region': EnvironmentTemperatureTrendsByRegionRecord;
    '/v3/feeding/feed-index': FeedingFeedIndexRecord;
    '/v3/feeding/growth': FeedingGrowthRecord;
    '/v3/feeding/sfr-by-weeknumber-and-year': FeedingSfrByWeeknumberAndYearRecord;
    '/v3/feeding/sfr-days-per-temperature': FeedingSfrDaysPerTemperatureRecord;
    '/v3/feeding/sfr_temperature_by_region_and_week': FeedingSfrTemperatureByRegionAndWeekRecord;
    '/v3/inventory/platform-authority-biomass-by-month': InventoryPlatformAuthorityBiomassByMonthRecord;
    '/v3/inventory/site-stock': InventorySiteStockRecord;
    '/v3/mortality/areas/month': MortalityAreasMonthRecord;
    '/v3/mortality/areas/week': MortalityAreasWeekRecord;
    '/v3/mortality/categories/distribution': MortalityCategoriesDistributionRecord;
    '/v3/mortality/categories/rank': MortalityCategoriesRankRecord;
    '/v3/mortality/categories/rank/week': MortalityCategoriesRankWeekRecord;
    '/v3/mortality/categories/rate': MortalityCategoriesRateRecord;
    '/v3/mortality/generations/authority': MortalityGenerationsAuthorityRecord;
    '/v3/mortality/generations/rate': MortalityGenerationsRateRecord;
    '/v3/mortality/region/rolling-12-month': MortalityRegionRolling12MonthRecord;
    '/v3/mortality/site-losses': MortalitySiteLossesRecord;
    '/v3/mortality/size': MortalitySizeRecord;
    '/v3/mortality/size/categories': MortalitySizeCategoriesRecord;
    '/v3/mortality/size/month': MortalitySizeMonthRecord;
    '/v3/mortality/size/rate': MortalitySizeRateRecord;
    '/v3/treatment/by-generation': TreatmentByGenerationRecord;
    '/v3/treatment/by-site': TreatmentBySiteRecord;
    '/v3/treatment/by-size': TreatmentBySizeRecord;
    '/v3/treatment/detail-by-category-and-week': TreatmentDetailByCategoryAndWeekRecord;
    '/v3/treatment/summary-by-area-and-week': TreatmentSummaryByAreaAndWeekRecord;
    '/v3/watch/units': WatchUnitsRecord;
  }
}
