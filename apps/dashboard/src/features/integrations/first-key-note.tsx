import { useState } from 'react';
import { keptFirstKey, noteFirstKeyCopied } from '../../api/first-key';
import { useMe } from '../../api/me';
import { CopyField } from '../../components/copy-field';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { text } from './text';

const t = text.firstKey;

/** Shows the first API key to a new user who leaves for a platform: the page cannot show it after that. */
export function FirstKeyNote() {
  const { id: tenantId } = useMe().tenant;
  const [key] = useState(() => keptFirstKey(tenantId));
  if (key === null) return null;
  return (
    <Card>
      <CardHeader title={t.title} description={t.body} />
      <CardBody>
        <CopyField label={t.label} value={key} onCopied={noteFirstKeyCopied} />
      </CardBody>
    </Card>
  );
}
