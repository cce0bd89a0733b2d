import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import type { SendingDto } from '../../api/schema';
import { saveFile } from '../../components/save-file';
import { problemText } from '../../text/problem-text';

/** Saves the customers of a sending as a CSV file. */
export const useRecipientsDownload = (campaignId: string) =>
  useMutation({
    mutationFn: ({ id }: SendingDto) => recipientsOf(campaignId, id),
    onSuccess: (file, sending) => saveFile(file, recipientsFile(sending)),
    onError: (error) => toast.error(problemText(error)),
  });

/** Loads the customers of a sending, as CSV. */
export const recipientsOf = (id: string, sendId: string): Promise<Blob> =>
  answerOf(api.GET('/campaigns/{id}/sends/{send_id}/recipients.csv', { params: { path: { id, send_id: sendId } }, parseAs: 'blob' }));

export const recipientsFile = ({ sent_at: at }: SendingDto): string => `recipients-${at.slice(0, 10)}.csv`;
