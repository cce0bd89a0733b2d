import { z } from 'zod';
import type { CampaignDto, CreateCampaignDto } from '../../../api/schema';
import { text } from '../arms/text';

const t = text.errors;
/** The limits of the API. */
const MOST = { name: 40, text: 500, cost: 1_000_000, hoped: [0.5, 50] } as const;

const arm = (moneyError: string) => {
  const cost = z
    .string()
    .refine((value) => value.trim() === '' || (Number(value) >= 0 && Number(value) <= MOST.cost), { error: moneyError });
  return z.object({
    name: z.string().trim().min(1, t.name).max(MOST.name, t.name),
    text: z.string().max(MOST.text, t.long),
    contact_cost: cost,
    redemption_cost: cost,
  });
};

/** The rules of the fields about offers. @param moneyError says which amounts are allowed */
export const armFields = (moneyError: string) => ({
  arms: z.array(arm(moneyError)).superRefine((arms, context) => {
    for (const [place, { name }] of arms.entries()) {
      const isSame = arms.slice(0, place).some((other) => other.name.trim().toLowerCase() === name.trim().toLowerCase());
      if (isSame) context.addIssue({ code: 'custom', message: t.same, path: [place, 'name'] });
    }
  }),
  hoped_effect: z.string().refine((value) => Number(value) >= MOST.hoped[0] && Number(value) <= MOST.hoped[1], { error: t.hoped }),
});

interface ArmForm {
  readonly arms: readonly {
    readonly name: string;
    readonly text: string;
    readonly contact_cost: string;
    readonly redemption_cost: string;
  }[];
  readonly hoped_effect: string;
}

export const NO_ARMS = { arms: [], hoped_effect: '5' };

/** Rounds, because 0.07 × 100 is 7.000000000000001 as a double. */
const toFour = (value: number): number => Number(value.toFixed(4));
const shown = (cost: number): string => (cost === 0 ? '' : String(cost));

export const armFormOf = ({ arms, hoped_effect: hoped }: Pick<CampaignDto, 'arms' | 'hoped_effect'>) => ({
  arms: arms.map(({ name, text: content, contact_cost: contact, redemption_cost: redemption }) => ({
    name,
    text: content ?? '',
    contact_cost: shown(contact),
    redemption_cost: shown(redemption),
  })),
  hoped_effect: String(toFour(hoped * 100)),
});

export const armsOf = ({ arms, hoped_effect: hoped }: ArmForm): Required<Pick<CreateCampaignDto, 'arms' | 'hoped_effect'>> => ({
  arms: arms.map(({ name, text: content, contact_cost: contact, redemption_cost: redemption }) => ({
    name: name.trim(),
    text: content.trim() === '' ? null : content,
    contact_cost: Number(contact),
    redemption_cost: Number(redemption),
  })),
  hoped_effect: toFour(Number(hoped) / 100),
});
