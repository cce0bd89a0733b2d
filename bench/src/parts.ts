import { measureAnalytics, toAnalyticsReport } from './analytics/measure-analytics.js';
import { measureCampaigns, toCampaignsReport } from './campaigns/measure-campaigns.js';
import { toCitusReport } from './citus/citus-report.js';
import { measureCitus } from './citus/measure-citus.js';
import { toConnectReport } from './connect/connect-report.js';
import { measureConnect } from './connect/measure-connect.js';
import { toDeliveryReport } from './delivery/delivery-report.js';
import { measureDelivery } from './delivery/measure-delivery.js';
import { measureRates } from './freshness/measure-rates.js';
import { toGrowthReport } from './growth/growth-report.js';
import { measureGrowth } from './growth/measure-growth.js';
import { measurePlans } from './ingest/measure-plans.js';
import { measureNeighbour } from './neighbour/measure-neighbour.js';
import { toNeighbourReport } from './neighbour/neighbour-report.js';
import type { Part } from './part.js';
import { measureReading } from './reading/measure-reading.js';
import { toPlans, toReadingReport } from './reading/reading-report.js';
import { measureRecalculation } from './recalculation/measure-recalculation.js';
import { toRecalculationReport } from './recalculation/recalculation-report.js';
import {
  CITUS_HOW,
  CONNECT_HOW,
  DELIVERY_HOW,
  FRESHNESS_HOW,
  GROWTH_HOW,
  INGEST_HOW,
  NEIGHBOUR_HOW,
  TENANTS_HOW,
} from './report/how-measured.js';
import { freshnessReport, ingestReport } from './report/ingest-report.js';
import { measureScoring, toScoringReport } from './scoring/measure-scoring.js';
import { measureTenants } from './tenants/measure-tenants.js';
import { toTenantsReport } from './tenants/tenants-report.js';

const PAGES = { limits: [50, 200], pages: 25, pagesWithConditions: 5 };
const DELIVERIES = 20_000;
const FRESHNESS_LASTS = 2.5;
const CUSTOMERS_PER_TENANT = 100;
const MINUTE_MS = 60_000;
/** Filling a shop with a million customers takes one or two minutes on an idle machine. */
const largeMs = (): number => 15 * MINUTE_MS;

/** All parts of the bench, in the order of the page. */
export const PARTS: readonly Part[] = [
  {
    name: 'ingest',
    title: 'Ingest',
    isUsual: true,
    limitMs: (seconds) => seconds * 20_000 + 3 * MINUTE_MS,
    how: INGEST_HOW,
    measure: async ({ startSystem, seconds, say }) => {
      const summaries = await measurePlans(await startSystem(), seconds, say);
      return { markdown: ingestReport(summaries), hasFailed: summaries.some(({ lines }) => lines.some((line) => line.failed > 0)) };
    },
  },
  {
    name: 'freshness',
    title: 'Event to readable score',
    isUsual: true,
    limitMs: (seconds) => seconds * 20_000 + 4 * MINUTE_MS,
    how: FRESHNESS_HOW,
    measure: async ({ startSystem, seconds, say }) => {
      const lines = await measureRates(await startSystem(), Math.round(seconds * FRESHNESS_LASTS), say);
      return { markdown: freshnessReport(lines), hasFailed: lines.some(({ failed }) => failed > 0) };
    },
  },
  {
    name: 'neighbour',
    title: 'A neighbour imports',
    isUsual: true,
    limitMs: () => 10 * MINUTE_MS,
    how: NEIGHBOUR_HOW,
    measure: async ({ startSystem, say }) => {
      const findings = await measureNeighbour(await startSystem(), say);
      return { markdown: toNeighbourReport(findings), hasFailed: findings.some(({ failed }) => failed > 0) };
    },
  },
  {
    name: 'scoring',
    title: 'Scoring and fitting in memory',
    isUsual: true,
    limitMs: largeMs,
    how: '',
    measure: ({ customers, say }) => Promise.resolve({ markdown: toScoringReport(measureScoring(customers, say)), hasFailed: false }),
  },
  {
    name: 'delivery',
    title: 'Outbound webhooks',
    isUsual: true,
    limitMs: (seconds) => seconds * 5000 + 10 * MINUTE_MS,
    how: DELIVERY_HOW,
    measure: async ({ startSystem, seconds, say }) => {
      const findings = await measureDelivery(await startSystem(), { deliveries: DELIVERIES, seconds }, say);
      return { markdown: toDeliveryReport(findings), hasFailed: false };
    },
  },
  {
    name: 'reading',
    title: 'List of customers',
    isUsual: false,
    limitMs: () => 3 * largeMs(),
    how: '',
    measure: async ({ startSystem, customers, say }) => {
      const findings = await measureReading(await startSystem(), { ...PAGES, customers }, say);
      const hasFailed = findings.results.some(({ failed }) => failed > 0);
      return { markdown: toReadingReport(findings), details: toPlans(findings), hasFailed };
    },
  },
  {
    name: 'recalculation',
    title: 'Recalculation of a whole tenant',
    isUsual: false,
    limitMs: () => 2 * largeMs(),
    how: '',
    measure: async ({ startSystem, customers, say }) => {
      const findings = await measureRecalculation(await startSystem(), customers, say);
      return { markdown: toRecalculationReport(findings), hasFailed: false };
    },
  },
  {
    name: 'analytics',
    title: 'Analytics',
    isUsual: false,
    limitMs: largeMs,
    how: '',
    measure: async ({ startSystem, customers, say }) => {
      const findings = await measureAnalytics(await startSystem(), customers, say);
      return { markdown: toAnalyticsReport(findings), hasFailed: findings.results.some(({ failed }) => failed > 0) };
    },
  },
  {
    name: 'campaigns',
    title: 'Campaigns',
    isUsual: false,
    limitMs: largeMs,
    how: '',
    measure: async ({ startSystem, customers, say }) => {
      const findings = await measureCampaigns(await startSystem(), customers, say);
      return { markdown: toCampaignsReport(findings), hasFailed: false };
    },
  },
  {
    name: 'growth',
    title: 'Growth',
    isUsual: false,
    limitMs: () => 2 * largeMs(),
    how: GROWTH_HOW,
    measure: async ({ startSystem, customers, seconds, say }) => {
      const findings = await measureGrowth(await startSystem(), customers, Math.ceil(seconds / 2), say);
      return { ...toGrowthReport(findings), hasFailed: false };
    },
  },
  {
    name: 'tenants',
    title: 'Many small tenants',
    isUsual: false,
    limitMs: () => 2 * largeMs(),
    how: TENANTS_HOW,
    measure: async ({ startSystem, customers, say }) => {
      const findings = await measureTenants(await startSystem(), Math.ceil(customers / CUSTOMERS_PER_TENANT), say);
      return { markdown: toTenantsReport(findings), hasFailed: findings.active.failed > 0 };
    },
  },
  {
    name: 'connect',
    title: 'The first hour of a connected shop',
    isUsual: false,
    limitMs: () => 12 * largeMs(),
    how: CONNECT_HOW,
    measure: async ({ startSystem, cleanup, customers, say }) => {
      const hours = await measureConnect({ startSystem, cleanup }, customers, say);
      return { markdown: toConnectReport(hours), hasFailed: hours.some(({ unscored }) => unscored > 0) };
    },
  },
  {
    name: 'citus',
    title: 'Citus',
    isUsual: false,
    limitMs: (seconds) => seconds * 20_000 + 5 * MINUTE_MS,
    how: CITUS_HOW,
    measure: async ({ cleanup, seconds, say }) => {
      const findings = await measureCitus(cleanup, seconds, say);
      return { markdown: toCitusReport(findings), hasFailed: findings.lines.some(({ failed }) => failed > 0) };
    },
  },
];
