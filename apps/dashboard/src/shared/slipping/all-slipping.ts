import type { CampaignDto } from '../../api/schema';

const isSet = (value: unknown): boolean => value !== null && value !== undefined;

/** Says whether an audience is everybody who is slipping away. */
export function isAllSlipping({ lifecycle, ...others }: CampaignDto['audience']): boolean {
  return lifecycle?.length === 1 && lifecycle[0] === 'slipping' && !Object.values(others).some(isSet);
}
