import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { useFormat, useMayAs } from '../../../api/me';
import { uploadsQuery } from '../../../api/uploads';
import type { UploadDto } from '../../../api/schema';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { ErrorPanel } from '../../../components/page';
import { Button } from '../../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../../components/ui/card';
import { moneyIn } from '../../../format/money-in';
import { text } from '../text';
import { useRemoveUpload } from './queries';

const t = text.uploads;

/** Lists the files that were sent, each with a button that takes back what it brought. */
export function UploadsCard() {
  const { data, error } = useQuery(uploadsQuery);
  const [asked, setAsked] = useState<UploadDto | null>(null);
  const remove = useRemoveUpload();
  if (error !== null) return <ErrorPanel error={error} />;
  if (data === undefined || data.data.length === 0) return null;
  const confirm = (): void => {
    if (asked === null) return;
    remove.mutate(asked.id, {
      onSuccess: () => {
        setAsked(null);
        toast.success(t.asked);
      },
    });
  };
  return (
    <Card className="mt-6">
      <CardHeader title={t.title} description={t.body} />
      <CardBody>
        <ul aria-label={t.title} className="divide-y divide-line">
          {data.data.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onRemove={() => setAsked(upload)} />
          ))}
        </ul>
      </CardBody>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setAsked(null);
          remove.reset();
        }}
        title={t.confirmTitle}
        description={t.confirmBody(asked?.file_name ?? '')}
        confirm={t.confirm}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={confirm}
      />
    </Card>
  );
}

function UploadRow({ upload, onRemove }: { readonly upload: UploadDto; readonly onRemove: () => void }) {
  const mayRemove = useMayAs('admin');
  const format = useFormat();
  const { file_name: name, state, summary, removal } = upload;
  const isRemovable = state === 'complete' || state === 'under_way' || (state === 'removing' && removal?.status === 'failed');
  return (
    <li className="grid gap-2 py-3 text-sm sm:grid-cols-[1fr_auto] sm:items-start sm:gap-4">
      <div className="grid min-w-0 gap-0.5">
        <p className="break-all">
          <span className="font-medium">{name}</span>{' '}
          <span className="text-muted">{`${format.dateTime(upload.created_at)}, ${whoOf(upload)}`}</span>
        </p>
        <p className="break-words">{factsOf(upload, format)}</p>
        {summary.statuses.length > 0 && (
          <details className="text-muted">
            <summary className="w-fit cursor-pointer py-1">{t.statuses(summary.statuses.length)}</summary>
            <ul>
              {summary.statuses.map(({ status, rows, taken_as: kind }) => (
                <li key={status} className="break-words">
                  {text.plan.summary.status(status, rows, text.plan.statusKinds[kind])}
                </li>
              ))}
            </ul>
          </details>
        )}
        <State upload={upload} />
      </div>
      {mayRemove && isRemovable && (
        <Button look="secondary" size="small" className="justify-self-start" aria-label={t.removeNamed(name)} onClick={onRemove}>
          {t.remove}
        </Button>
      )}
    </li>
  );
}

function whoOf({ created_by: person, key_prefix: key }: UploadDto): string {
  if (person !== null) return t.by(person);
  return key === null ? t.gone : t.byKey(key);
}

function factsOf({ summary }: UploadDto, format: ReturnType<typeof useFormat>): string {
  const { orders, customers, first_at: firstAt, last_at: lastAt, amounts } = summary;
  const period = firstAt == null ? [] : [`${format.date(firstAt)} – ${format.date(lastAt ?? firstAt)}`];
  const sums = amounts.map(({ currency, amount }) => moneyIn(currency, amount));
  return [t.orders(orders), t.customers(customers), ...period, ...sums].join(' · ');
}

function State({ upload: { state, removal, removed_at: removedAt } }: { readonly upload: UploadDto }) {
  const format = useFormat();
  if (state === 'complete') return null;
  const isFailed = state === 'removing' && removal?.status === 'failed';
  const said = state === 'removed' && removedAt !== null ? t.removedOn(format.date(removedAt)) : t.states[state];
  const progress = state === 'removing' && removal !== null ? t.removing(removal.processed) : said;
  return <p className={isFailed ? 'text-danger' : 'text-muted'}>{isFailed ? t.failed : progress}</p>;
}
