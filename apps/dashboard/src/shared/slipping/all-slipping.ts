import { areToContact, type ContactState } from '../../api/lifecycle';
import type { CampaignDto } from '../../api/schema';

const isSet = (value: unknown): boolean => value !== null && value !== undefined;

/** Returns the states to contact that the audience contains in full; null if it has other states or other conditions. */
export const allToContact = ({ lifecycle, ...others }: CampaignDto['audience']): readonly ContactState[] | null =>
  areToContact(lifecycle) && !Object.values(others).some(isSet) ? lifecycle : null;
