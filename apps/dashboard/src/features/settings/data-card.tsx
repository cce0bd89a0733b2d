import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../api/me';
import { tenantQuery } from '../../api/queries';
import type { TenantExportDto } from '../../api/schema';
import { ConfirmPersonDialog } from '../../components/confirm-person-dialog';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { problemText } from '../../text/problem-text';
import { exportQuery, isUnderWay, useDeleteTenant, useDownloadExport, useKeepTenant, useStartExport } from './data-queries';
import { text } from './text';

const t = text.data;

/** Exports all data and deletes the tenant. For owners. */
export function DataCard() {
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="grid gap-6">
        <ExportPart />
        <DeletePart />
      </CardBody>
    </Card>
  );
}

function ExportPart() {
  const { data: latest } = useQuery(exportQuery);
  const [isAsking, setIsAsking] = useState(false);
  const start = useStartExport();
  const close = (): void => {
    setIsAsking(false);
    start.reset();
  };
  return (
    <section className="grid justify-items-start gap-3">
      <h3 className="text-sm font-semibold">{t.export.title}</h3>
      <p className="text-sm text-muted">{t.export.body}</p>
      {latest != null && <ExportState latest={latest} />}
      <Button look="secondary" disabled={isUnderWay(latest)} onClick={() => setIsAsking(true)}>
        {t.export.action}
      </Button>
      {isAsking && (
        <ConfirmPersonDialog
          title={t.export.ask}
          description={t.export.askBody}
          confirm={t.export.action}
          look="primary"
          busy={start.isPending}
          error={start.error}
          onClose={close}
          onConfirm={(body) => start.mutate(body, { onSuccess: close })}
        />
      )}
    </section>
  );
}

function ExportState({ latest }: { readonly latest: TenantExportDto }) {
  const format = useFormat();
  const download = useDownloadExport();
  if (latest.status === 'failed') return <Alert kind="bad">{t.export.failed(latest.error ?? '')}</Alert>;
  if (latest.expires_at === null) {
    return (
      <Alert className="w-full" title={t.export.running(format.number(latest.rows))}>
        <progress
          className="my-1.5 h-1.5 w-full accent-(--accent)"
          value={latest.tables_done}
          max={latest.tables || 1}
          aria-label={t.export.progress}
        />
      </Alert>
    );
  }
  return (
    <>
      {download.error !== null && <Alert kind="bad">{problemText(download.error)}</Alert>}
      <p className="text-sm">{t.export.ready(format.number(latest.rows), sizeOf(latest.bytes), format.date(latest.expires_at))}</p>
      <Button busy={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden />
        {t.export.download}
      </Button>
    </>
  );
}

/** Returns the size of a file in decimal units. */
const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 0 })} MB`;

function DeletePart() {
  const format = useFormat();
  const { data: tenant } = useQuery(tenantQuery);
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeleteTenant();
  const keep = useKeepTenant();
  const close = (): void => {
    setIsAsking(false);
    deletion.reset();
  };
  const scheduled = tenant?.deletion ?? null;
  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-6">
      <h3 className="text-sm font-semibold">{t.delete.title}</h3>
      <p className="text-sm text-muted">{t.delete.body}</p>
      {keep.error !== null && <Alert kind="bad">{problemText(keep.error)}</Alert>}
      {scheduled === null ? (
        <Button look="quiet" className="text-danger" disabled={tenant === undefined} onClick={() => setIsAsking(true)}>
          <Trash2 aria-hidden />
          {t.delete.action}
        </Button>
      ) : (
        <>
          <Alert kind="warn">{t.delete.scheduled(format.dateTime(scheduled.deletes_at))}</Alert>
          <Button busy={keep.isPending} onClick={() => keep.mutate()}>
            {t.delete.cancel}
          </Button>
        </>
      )}
      {isAsking && (
        <ConfirmPersonDialog
          title={t.delete.ask(tenant?.name ?? '')}
          description={t.delete.askBody}
          confirm={t.delete.action}
          look="danger"
          busy={deletion.isPending}
          error={deletion.error}
          onClose={close}
          onConfirm={(body) => deletion.mutate(body, { onSuccess: close })}
        />
      )}
    </section>
  );
}
