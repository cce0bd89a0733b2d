import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import type { SendingDto } from '../../api/schema';
import { saveFile } from '../../components/save-file';
import { problemText } from '../../text/problem-text';

/** Saves the customers of a sending as a CSV file. */
export const useRecipientsDownload = (campaignId: string) =>
  useMutation({
    mutationFn: ({ sending, arm }: AskedFile) => recipientsOf(campaignId, sending.id, arm),
    onSuccess: (file, { sending, arm }) => saveFile(file, recipientsFile(sending, arm)),
    onError: (error) => toast.error(problemText(error)),
  });

interface AskedFile {
  readonly sending: SendingDto;
  /** Only the customers who get this offer. */
  readonly arm?: string;
}

/** Loads the customers of a sending, as CSV. @param arm only those who get this offer */
export const recipientsOf = (id: string, sendId: string, arm?: string): Promise<Blob> =>
  answerOf(
    api.GET('/campaigns/{id}/sends/{send_id}/recipients.csv', {
      params: { path: { id, send_id: sendId }, query: arm === undefined ? {} : { arm } },
      parseAs: 'blob',
    }),
  );

export const recipientsFile = ({ sent_at: at }: SendingDto, arm?: string): string =>
  `recipients-${at.slice(0, 10)}${arm === undefined ? '' : `-${arm.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`}.csv`;
