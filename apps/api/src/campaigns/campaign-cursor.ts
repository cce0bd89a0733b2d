import { idCursor } from '../pages/id-cursor.js';

export const CAMPAIGN_CURSOR = idCursor('campaigns');
