import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../../../api/me';
import { Alert } from '../../../components/ui/alert';
import { filesEndQuery } from '../../../shared/files-end/files-end';
import { text } from '../text';
import { uploadStateOf } from './upload-state';

const t = text.upload;

interface Props {
  /** The time of the contact. The result counts orders from then on. */
  readonly contactedAt: string;
  readonly windowDays: number;
  /** Shows no link, as in a dialog. */
  readonly isPlain?: boolean;
}

/** Says in a shop that uploads files by which day the newest orders are needed, because without them the result cannot be true. */
export function UploadNote({ contactedAt, windowDays, isPlain = false }: Props) {
  const format = useFormat();
  const [now] = useState(() => new Date().getTime());
  const { data: end } = useQuery(filesEndQuery);
  if (end == null) return null;
  const { until, isMissing } = uploadStateOf({ contactedAt, windowDays, end, now });
  if (until === null) return null;
  const words = isMissing ? t.missing(format.date(end), format.date(until)) : t.by(format.date(end), format.date(until));
  if (isPlain) return <p className="text-sm">{words}</p>;
  return (
    <Alert kind={isMissing ? 'warn' : 'note'} title={isMissing ? t.missingTitle : t.title}>
      {words}{' '}
      <Link to="/integrations/upload" className="font-medium text-accent hover:underline">
        {t.link}
      </Link>
    </Alert>
  );
}
