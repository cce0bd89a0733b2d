import { DEFAULT_BANDS, defaultHorizon, replayQuality } from '#libs/scoring';
import { StoppedError, type Terminal } from '#libs/terminal';
import { BASE_RATE, baselineMethods } from './methods/baseline-methods.js';
import { evaluateShop, tasksOf, type ShopPlan, type ShopResult } from './backtest/evaluate-shop.js';
import type { ShopFindings } from './report/findings.js';
import { gateLines, isGateShop } from './report/gate.js';
import { LOGISTIC, MBG, PRODUCTION, productionMethods } from './methods/model-methods.js';
import { connectedMethods } from './methods/connected-methods.js';
import type { Method } from './methods/question.js';
import { type BehaviourResult, evaluateBehaviour, evaluateTraits } from './behaviour/evaluate-behaviour.js';
import { type ContactFindings, evaluateContacts } from './contacts/evaluate-contacts.js';
import { readMailTest } from './contacts/read-mail-test.js';
import { behaviourTable } from './report/behaviour-sections.js';
import { contactTables } from './report/contact-sections.js';
import { peculiarLogs } from './logs/peculiar-logs.js';
import { readShopLog, shopLogFiles, shopName, type ShopLog } from './logs/read-shop-log.js';
import { referenceMethods } from './methods/reference-methods.js';
import { evaluateOwner } from './owner/evaluate-owner.js';
import { connectedTable } from './report/connected-table.js';
import { meansTable, shopLine, smallTable } from './report/result-tables.js';
import { ownerText, replayText } from './report/result-sections.js';
import { evaluateSmallTenants, type SmallResult } from './backtest/small-tenants.js';

export interface EvaluationPlan extends ShopPlan {
  /** Files, or folders of them. */
  readonly data: readonly string[];
  readonly small: boolean;
  /** Also the shops that `PECULIAR_SHOPS` describes. */
  readonly simulated: boolean;
  readonly gate: boolean;
  /** Also shops with planted behaviour and traits. */
  readonly behaviour: boolean;
  /** Also the e-mail test of this file; null: not. */
  readonly mailTest: string | null;
}

export interface Evaluation {
  readonly shops: readonly ShopFindings[];
  readonly behaviour: readonly BehaviourResult[];
  readonly contacts: ContactFindings | null;
  /** False where the gate was asked for and does not hold. */
  readonly passed: boolean;
}

const BEHAVIOUR_PLAN = { customers: 4000, days: 600, cutoff: 570, horizonDays: 30 };
const BEHAVIOUR_SEEDS = [0, 1];
const CONTACT_PLAN = { splits: 10, falseRuns: 200, shops: 60, contactedShops: 8 };

const NOTHING =
  'Nothing to evaluate: name logs with --data, or take --simulated, --behaviour or --contacts; the gate is about cdnow and uci_online_retail alone.';

/**
 * Reads the logs one after another, evaluates each, and writes the tables to the terminal.
 *
 * @throws StoppedError for a log that cannot be read, and when nothing could be evaluated
 */
export async function runEvaluation(plan: EvaluationPlan, terminal: Terminal): Promise<Evaluation> {
  const files = (await shopLogFiles(plan.data)).filter((file) => !plan.gate || isGateShop(shopName(file)));
  const shops: ShopFindings[] = [];
  for (const file of files) shops.push(evaluateLog(await readShopLog(file), plan, terminal));
  if (plan.simulated) for (const log of peculiarLogs(plan.seed)) shops.push(evaluateLog(log, plan, terminal));
  const behaviour = plan.behaviour
    ? BEHAVIOUR_SEEDS.map((seed) => ({ ...BEHAVIOUR_PLAN, seed: plan.seed + seed })).flatMap((shop) => [
        ...evaluateBehaviour(shop),
        ...evaluateTraits(shop),
      ])
    : [];
  if (behaviour.length > 0) terminal.line(`\n${behaviourTable(behaviour)}`);
  const contacts =
    plan.mailTest === null ? null : evaluateContacts(await readMailTest(plan.mailTest), { ...CONTACT_PLAN, seed: plan.seed });
  if (contacts !== null) terminal.line(`\n${contactTables(contacts)}`);
  if (shops.length + behaviour.length === 0 && contacts === null) throw new StoppedError(NOTHING);
  if (shops.length > 0 && shops.every(({ result }) => result.tasks.length === 0)) {
    throw new StoppedError('No log is long enough: a horizon needs as many days after the cutoff, as many before it, and 60 more.');
  }
  return { shops, behaviour, contacts, passed: plan.gate ? gateHolds(shops, terminal) : true };
}

function evaluateLog(shop: ShopLog, plan: EvaluationPlan, terminal: Terminal): ShopFindings {
  const methods = plan.gate ? gateMethods() : [...productionMethods(), ...connectedMethods(), ...referenceMethods(), ...baselineMethods()];
  const progress = terminal.progress(shop.name, methods.length * tasksOf(shop, plan).length);
  let asked = 0;
  const result = evaluateShop(shop, methods, plan, () => progress.update((asked += 1), `${asked} answers`));
  progress.finish(`${asked} answers`);
  terminal.line(`\n${shop.name}: ${shopLine(result)}\n`);
  if (result.tasks.length > 0) terminal.line(meansTable(result));
  if (result.tasks.length > 0 && !plan.gate) terminal.line(`\n${connectedTable([result])}`);
  const small = plan.small ? smallTenantsOf(result, plan) : [];
  if (small.length > 0) terminal.line(`\nlog-loss of small tenants drawn from it\n\n${smallTable(small)}`);
  const horizonDays = defaultHorizon(shop.history);
  const replay = replayQuality(shop.history, { today: shop.span.last, horizonDays, bands: DEFAULT_BANDS, seed: plan.seed });
  if (!plan.gate) terminal.line(`\n${replayText(replay)}`);
  const owner = plan.gate ? null : evaluateOwner(shop, plan);
  if (owner !== null) terminal.line(`\n${ownerText(owner)}`);
  return { result, small, replay, owner };
}

const gateMethods = (): Method[] => [
  ...productionMethods().filter(({ name }) => name === PRODUCTION || name === MBG),
  ...referenceMethods(),
];

function smallTenantsOf({ shop }: ShopResult, plan: EvaluationPlan): SmallResult[] {
  const compared = [...productionMethods(), ...baselineMethods()].filter(({ name }) =>
    [PRODUCTION, MBG, LOGISTIC, BASE_RATE].includes(name),
  );
  const fallback = compared.find(({ name }) => name === BASE_RATE);
  return fallback === undefined ? [] : evaluateSmallTenants(shop, compared, fallback, plan);
}

function gateHolds(shops: readonly ShopFindings[], terminal: Terminal): boolean {
  const lines = shops.flatMap(({ result }) => gateLines(result));
  for (const { met, text } of lines) terminal.line(`${met ? 'holds' : 'FAILS'}  ${text}`);
  return lines.length > 0 && lines.every(({ met }) => met);
}
