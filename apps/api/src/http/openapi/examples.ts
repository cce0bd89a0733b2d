import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = Exclude<NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string], { $ref: string }>;

/**
 * Values that the page of the document shows for fields whose schema says only "text" or "number". `Dto.field` goes before `field`.
 * A field with an example, a default, a choice or a format of its own needs none. A test finds fields without one.
 */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  // Errors and answers to events
  field: 'limit',
  'ErrorDetailDto.code': 'max',
  message: 'limit must be a whole number from 1 to 200, not "500"',
  'RefusedBatchDto.message': 'value is -1: it must be a number from 0 to 1000000000000, or absent',
  'RecalculationDto.message': '842 customers queued, 1 not known',
  'MessageDto.message': 'the session has ended',
  request_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  failing: ['redis'],
  event_id: 'order-1001-completed',
  index: 0,
  accepted: 99,
  rejected: 1,
  duplicates: 0,
  'RefusedBatchDto.accepted': 0,
  'EventResultDto.error': 'value is -1: it must be a number from 0 to 1000000000000, or absent',
  'EventResultDto.code': 'out_of_range',
  event_type: 'order_completed',
  'StoredEventDto.value': 59.9,
  // Plans and usage
  'PlanDto.name': 'Pro',
  requests_per_minute: 300,
  rate_limit_per_minute: 300,
  max_batch: 100,
  max_body_bytes: 8_388_608,
  events: 18_230,
  requests: 4112,
  // Exports
  tables: 54,
  tables_done: 12,
  rows: 184_230,
  bytes: 9_412_007,
  'TenantExportDto.error': 'the job failed',
  // Customers and their scores
  external_id: 'c-42',
  customer_id: 'c-42',
  customer_ids: ['c-42', 'c-43'],
  customer_external_ids: ['c-42', 'c-43'],
  unknown: ['c-44'],
  order_id: '1001',
  orders_count: 14,
  orders_total: 14,
  overdue_days: 31,
  next_cursor: 'eyJzIjoiY2h1cm5fc2NvcmVfZGVzYyJ9',
  recency_days: 62,
  days_since_order: 62,
  frequency_orders_30d: 0,
  avg_gap_days: 21.4,
  usual_gap_days: 21,
  overdue_ratio: 2.9,
  'ReasonDto.value': 62,
  'ReasonDto.typical': 21,
  effect: 1.84,
  'ChurnDetailDto.warnings': ['2 orders are in another currency than EUR: counted as orders, left out of monetary sums'],
  model_version: 'mbg+lr-1.3/h30/2026-11-21',
  horizon_days: 30,
  // Analytics
  critical: 112,
  high: 240,
  medium: 531,
  low: 1609,
  at_risk_count: 352,
  new: 214,
  active: 1730,
  slipping: 318,
  lost: 190,
  none: 40,
  customers: 2492,
  began_to_slip: 41,
  days: 30,
  counts: 25,
  bin: 7,
  predicted: 0.74,
  observed: 0.72,
  promised: 0.55,
  n: 249,
  // Model
  text: 'From 2026-12-01 on, the horizon is 45 days instead of 30, because fewer than four of five repeat orders come within 30 days.',
  log_loss_before: 0.4312,
  log_loss_after: 0.4207,
  recency_only_auc: 0.71,
  rule_flagged: 0.18,
  rule_observed: 0.66,
  rule_brier: 0.21,
  'ModelDto.warnings': ['A backfill is running'],
  base_rate: 0.41,
  auc: 0.83,
  auc_active: 0.78,
  brier: 0.15,
  skill: 0.37,
  log_loss: 0.42,
  calibration_error: 0.02,
  lift_top_decile: 2.1,
  note: 'not enough history: a model is fitted to a shop from five customers with orders on',
  // Jobs
  queued: 842,
  processed: 500,
  failed: 0,
  'JobDto.error': 'the job failed',
  // Accounts
  email: 'ada@shop.example.com',
  password: 'a long sentence of yours',
  current_password: 'a long sentence of yours',
  new_password: 'another sentence of yours',
  company_name: 'Ada Coffee',
  name: 'Ada Coffee',
  access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…',
  refresh_token: 'mS1x…',
  expires_in: 3600,
  api_key: 'ck_live_…',
  prefix: '8CHARSID',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  token: 'mS1x…',
  'TwoFactorSecretDto.secret': 'JBSWY3DPEHPK3PXP…',
  recovery_codes: '7b2k-9qwx-3mrt-x4fh',
  // Settings
  'LabelThresholdsDto.medium': 0.4,
  'LabelThresholdsDto.high': 0.7,
  'LabelThresholdsDto.critical': 0.9,
  retention_months: 36,
  score_delta_threshold: 0.1,
  disabled_reason: 'no_success_for_5_days',
  secret_hint: 'k3Vb',
  consecutive_failures: 0,
  pending_count: 3,
  dead_letter_count: 0,
  // Deliveries
  url: 'https://shop.example.com/webhooks',
  attempts: 1,
  attempt: 1,
  max_attempts: 8,
  last_status_code: 200,
  status_code: 200,
  duration_ms: 84,
  response_body: 'ok',
  p50: 120,
  p95: 480,
  p99: 950,
  total: 1520,
  success: 1514,
  dead_letter: 2,
  open: 4,
  // Campaigns
  campaign_name: 'Win back',
  window_days: 30,
  min_score: 0.4,
  max_score: 0.95,
  min_monetary: 100,
  min_revenue_at_risk: 20,
  orders_min: 2,
  orders_max: 50,
  spend_min: 100,
  spend_max: 5000,
  max_recipients: 500,
  sends: 3,
  recipients: 1240,
  recipients_count: 450,
  audience_count: 540,
  holdout: 50,
  holdout_count: 50,
  cooldown: 31,
  erased: 0,
  'LeftOutDto.max_recipients': 9,
  unscored: 0,
  other_control: 12,
  deliveries_open: 0,
  deliveries_success: 2,
  deliveries_dead_letter: 0,
  returned: 103,
  rate: 0.2289,
  matured: 450,
  difference: 4.2,
  'RevenueUpliftDto.ci95': [0.8, 7.6],
  uplift: 0.061,
  ci95: [0.012, 0.11],
  // Integrations
  'StorefrontImportDto.done': 1200,
  'StorefrontImportDto.total': 4310,
  consumer_key: `ck_${'0'.repeat(40)}`,
  consumer_secret: `cs_${'0'.repeat(40)}`,
  'WooCommerceConnectionDto.secret': 'whsec_…',
  'StoredTraitDto.value': 120,
};

/** Adds an example to each field of the document that would otherwise be shown as "string" or 0, of a list to the list or to its items. */
export function addExamples({ components }: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    for (const [field, property] of Object.entries('properties' in schema ? (schema.properties ?? {}) : {})) {
      if ('$ref' in property || !isBare(property)) continue;
      const example = EXAMPLES[`${name}.${field}`] ?? EXAMPLES[field];
      const target = property.type === 'array' && !Array.isArray(example) ? property.items : property;
      if (example !== undefined && target !== undefined && !('$ref' in target)) target.example = example;
    }
  }
}

/** Returns whether a schema says nothing of its values, or only those of its items. */
export function isBare(schema: Schema): boolean {
  if (schema.example !== undefined || schema.default !== undefined || schema.enum !== undefined) return false;
  if (schema.type === 'array') return schema.items !== undefined && !('$ref' in schema.items) && isBare(schema.items);
  if (schema.type === 'string') return schema.format === undefined || schema.format === 'password' || schema.format === 'email';
  return schema.type === 'integer' || schema.type === 'number';
}
