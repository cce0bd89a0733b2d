import { areToContact, type ContactState } from '../../api/lifecycle';
import type { CampaignDto } from '../../api/schema';

const isSet = (value: unknown): boolean => value !== null && value !== undefined;

/** Returns the states of the customers to contact whom an audience has all of; null where it has others, or only a part of them. */
export const allToContact = ({ lifecycle, ...others }: CampaignDto['audience']): readonly ContactState[] | null =>
  areToContact(lifecycle) && !Object.values(others).some(isSet) ? lifecycle : null;
