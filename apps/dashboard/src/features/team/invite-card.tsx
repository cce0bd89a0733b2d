import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { z } from 'zod';
import { answerOf, api } from '../../api/client';
import { useMe } from '../../api/me';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import { emailRule } from '../../components/fields/rules';
import { problemText } from '../../text/problem-text';
import { text as t } from './text';

const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
const OPTIONS = ROLES.map((value) => ({ value, label: t.roles[value] }));

const inviteRule = z.object({ email: emailRule, role: z.enum(ROLES) });
type Invitation = z.infer<typeof inviteRule>;

export function InviteCard() {
  const isVerified = useMe().user.email_verified;
  const queries = useQueryClient();
  const { register, handleSubmit, control, reset, formState } = useForm<Invitation>({
    resolver: zodResolver(inviteRule),
    defaultValues: { email: '', role: 'member' },
  });
  const invite = useMutation({
    mutationFn: (body: Invitation) => answerOf(api.POST('/members/invitations', { body })),
    onSuccess: (_, { email }) => {
      toast.success(t.sent(email));
      reset();
      return queries.invalidateQueries({ queryKey: ['members', 'invitations'] });
    },
  });
  return (
    <Card>
      <CardHeader title={t.invite} description={t.inviteHint} />
      <CardBody>
        <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit((body) => invite.mutate(body))(event)}>
          {!isVerified && <Alert kind="warn">{t.unverified}</Alert>}
          {invite.error !== null && <Alert kind="bad">{problemText(invite.error)}</Alert>}
          <FormField label={t.email} error={formState.errors.email?.message}>
            {(wiring) => <Input {...wiring} type="email" autoComplete="off" {...register('email')} />}
          </FormField>
          <FormField label={t.role}>
            {({ id }) => (
              <Controller
                control={control}
                name="role"
                render={({ field }) => <Select id={id} value={field.value} options={OPTIONS} onChange={field.onChange} />}
              />
            )}
          </FormField>
          <Button type="submit" className="justify-self-start" busy={invite.isPending} disabled={!isVerified}>
            {t.send}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
