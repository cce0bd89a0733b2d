import type { Model } from '../model/model.js';
import { hasOwnRhythm, nextGapDays, typicalGapDays } from '../model/rhythm/rhythm.js';
import type { Features } from '../orders/features.js';
import { agoText, capitalised, everyDays, explains, inDays, isLate, ownGapsOf, usualPace, wholeDays } from './fact.js';
import type { Fact, OwnGaps } from './fact.js';

/** A gap that is longer or shorter than the usual one by this factor is worth a sentence. */
const CHANGED_GAP = 1.5;
/** A gap that is longer than the usual one by this factor is a pause. */
const PAUSE = 3;

/** The gaps between the order days of a customer, compared with what is usual in the shop or with the days to come. */
export function rhythmFact(effect: number, features: Features, model: Model): Fact {
  const pace = paceFact(effect, features, model);
  const isPaceEnough = effect < 0 && pace.agrees;
  const due = isPaceEnough || ownGapsOf(features).isUneven ? null : dueText(effect, features, model);
  return due === null ? pace : { ...pace, text: due, agrees: true, tellsSilence: true };
}

/** The same without a word on the last order. */
export function paceFact(effect: number, features: Features, model: Model): Fact {
  const gaps = ownGapsOf(features);
  const usual = wholeDays(typicalGapDays(model));
  if (gaps.isUneven) return unevenFact(effect, features, gaps, { usual, model });
  const pace = paceText(features, gaps, model);
  const compared = comparedText(effect, features, { own: gaps.usual, usual }, model);
  const changed = features.earlier === null ? changedText(effect, gaps) : null;
  const said = compared === null ? changed : `${pace}, ${compared}`;
  const text = said ?? `${pace}; ${inDays(usual)} is usual${here(model)}.`;
  return { value: gaps.usual, typical: usual, text, agrees: said !== null };
}

/** Says when the next order is due, where that is why it is likely or unlikely in the horizon. It never differs from the window shown. */
function dueText(effect: number, features: Features, model: Model): string | null {
  if (isLate(features, model)) return null;
  const { silentDays, days, orderDays } = features;
  const own = ownGapsOf(features).usual;
  const coming = `the coming ${inDays(model.horizonDays)}`;
  const last = `${capitalised(usualPace(features, ownGapsOf(features)))}, and the last order was ${agoText(features)}`;
  const next = nextGapDays(days, { from: 0, to: orderDays }, model);
  const [ownEnds, horizonEnds] = [own - silentDays, silentDays + model.horizonDays];
  if (effect > 0 && ownEnds > model.horizonDays && next.p50 > horizonEnds) {
    return next.p20 > horizonEnds
      ? `${last}: the next is hardly due in ${coming}.`
      : `${last}: the next order will more likely come after ${coming}.`;
  }
  const isDue = ownEnds >= 0 && ownEnds <= model.horizonDays && next.p20 <= horizonEnds;
  return effect < 0 && isDue ? `${last}: the next is due in ${coming}.` : null;
}

/** Compares the numbers that the reader sees, not those behind them. */
function comparedText(effect: number, { x }: Features, gap: { readonly own: number; readonly usual: number }, model: Model): string | null {
  if (!explains(effect, { value: gap.own, typical: gap.usual }, 'raises')) return null;
  const [faster, slower] = x === 1 ? ['sooner', 'later'] : ['more often', 'less often'];
  return `${effect < 0 ? faster : slower} than is usual${here(model)} (${inDays(gap.usual)}).`;
}

function changedText(effect: number, { usual: own, last, longest }: OwnGaps): string | null {
  const hasChanged = effect > 0 ? last > CHANGED_GAP * own : CHANGED_GAP * last < own;
  if (hasChanged) return `Usually orders every ${everyDays(own)}; the last two orders were ${inDays(last)} apart.`;
  return effect > 0 && longest > PAUSE * own ? `Usually orders every ${everyDays(own)}, but once stayed away for ${longest}.` : null;
}

/** Between two gaps that differ much lies no habit: only the last one is compared. */
function unevenFact(
  effect: number,
  features: Features,
  gaps: OwnGaps,
  { usual, model }: { readonly usual: number; readonly model: Model },
): Fact {
  const compared = { value: gaps.last, typical: usual };
  if (!explains(effect, compared, 'raises')) {
    const text = `${capitalised(usualPace(features, gaps))}; ${inDays(usual)} is usual${here(model)}.`;
    return { ...compared, text, agrees: false };
  }
  const more = effect > 0 ? 'more' : 'less';
  return {
    ...compared,
    text: `The last two orders were ${inDays(gaps.last)} apart, ${more} than is usual${here(model)} (${inDays(usual)}).`,
    agrees: true,
  };
}

/** A customer who is late orders no more as in the past. */
function paceText(features: Features, { usual }: OwnGaps, model: Model): string {
  if (features.x === 1) return `Came back after ${inDays(usual)}`;
  return `${isLate(features, model) ? 'Used to order' : 'Orders'} every ${everyDays(usual)}`;
}

/** Before a shop has shown a rhythm, what is usual comes from other shops. */
const here = (model: Model): string => (hasOwnRhythm(model) ? ' here' : '');
