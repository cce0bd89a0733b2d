import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { answerOf, api } from '../api/client';
import { isProofAsked, onProofAsked, answerProof } from '../api/fresh-proof';
import type { ConfirmationDto } from '../api/schema';
import { ConfirmPersonDialog } from '../components/confirm-person-dialog';
import { commonText } from '../text/common';

const t = commonText.confirmPerson;

/** Asks for the password when the service wants a fresh proof for a call, which then goes on. */
export function ProofDialog() {
  const isAsked = useSyncExternalStore(onProofAsked, isProofAsked);
  return isAsked ? <Question /> : null;
}

function Question() {
  const proving = useMutation({
    mutationFn: (body: ConfirmationDto) => answerOf(api.POST('/auth/confirm', { body })),
    onSuccess: () => answerProof(true),
  });
  return (
    <ConfirmPersonDialog
      title={t.title}
      description={t.body}
      confirm={t.confirm}
      look="primary"
      busy={proving.isPending}
      error={proving.error}
      onClose={() => answerProof(false)}
      onConfirm={(body) => proving.mutate(body)}
    />
  );
}
