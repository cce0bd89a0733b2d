import type { ModelDto } from '../../../api/schema';
import { text } from '../text';

interface Reason {
  /** One sentence for the tile. */
  readonly short: string;
  /** The paragraphs of the dialog. */
  readonly long: readonly string[];
}

/** Returns why the quality of the scores is not known. The API has the rule: `note` of `/dashboard/churn/model`. */
export function whyUnknown({ trained_at: learnedAt, horizon_days: days }: Pick<ModelDto, 'trained_at' | 'horizon_days'>): Reason {
  const [short, long] = [text.tiles.qualityNoneHint, text.model.unknown];
  if (learnedAt === null || days === null) return { short: short.notLearned, long: long.notLearned() };
  return { short: short.tooFew(days), long: long.tooFew(days) };
}
